import { paidSuite } from './paid-suite.js'

paidSuite('D')
