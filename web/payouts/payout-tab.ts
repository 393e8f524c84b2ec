import { whenProofIsAsked } from '#web/api/proof.ts'
import { type NewTab, openNewTab } from '#web/ui/new-tab.ts'

/**
 * Opens a new tab for a call that may need fresh proof of identity first. The question appears on this page, so the
 * empty tab closes instead of covering it. Confirming is a click of its own, which allows the address to open in
 * another tab.
 */
export function openPayoutTab(): NewTab {
  const tab = openNewTab()
  const stop = whenProofIsAsked(tab.close)
  return {
    go(url) {
      stop()
      tab.go(url)
    },
    close() {
      stop()
      tab.close()
    },
  }
}
