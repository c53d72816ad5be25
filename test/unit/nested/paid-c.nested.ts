import { paidSuite } from './paid-suite.js'

paidSuite('C')
