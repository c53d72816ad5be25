// The plugin adds this file to `setupFiles`: the matchers are there in every test file of its project, and relative paths of data are
// taken from the project's root, also those that a suite reads as it loads.
import { setDataRoot } from '../datasets/root.js'
import './register.js'
import { provided } from './provided-here.js'

setDataRoot(provided()?.root)
