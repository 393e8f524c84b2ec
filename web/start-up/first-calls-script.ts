import { callFirst } from './first-calls.ts'

// Stands in the page itself (scripts/prerender.ts), so that the first answers are on their way with the app's scripts
// instead of behind them.
callFirst()
