import { callFirst } from './first-calls.ts'

// Inlined into the page (scripts/prerender.ts), so that the first responses are on their way together with the app's
// scripts instead of after them.
callFirst()
