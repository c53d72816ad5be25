import { paidSuite } from './paid-suite.js'

paidSuite('B')
