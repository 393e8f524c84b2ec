import { createContext } from 'react'

/** Collects the loaders of the parts that a rendered page shows (decision 0117); null in the browser. */
export const ShownParts = /* @__PURE__ */ createContext<Set<() => Promise<unknown>> | null>(null)
