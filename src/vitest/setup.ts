// The plugin adds this file to `setupFiles`, so that the matchers are there in every test file of its project.
import './register.js'
