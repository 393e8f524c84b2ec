import { createContext } from 'react'

/**
 * Used where a page is rendered and taken over as a whole, with every part that it shows (decision 0117): collects the
 * loaders of those parts during rendering. Null on pages whose parts load later.
 */
export const ShownParts = /* @__PURE__ */ createContext<Set<() => Promise<unknown>> | null>(null)

/** The loaders of the parts that a hydrated page does not wait for (decision 0128). */
export const lateParts = /* @__PURE__ */ new Set<() => Promise<void>>()
