import { createContext } from 'react'

/**
 * Where a page is written and taken over as a whole, with every part that it shows (decision 0117): collects their
 * loaders as it is written. Null on pages whose parts come later.
 */
export const ShownParts = /* @__PURE__ */ createContext<Set<() => Promise<unknown>> | null>(null)
