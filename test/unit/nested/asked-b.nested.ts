import { askedSuite } from './asked-suite.js'

askedSuite('B')
