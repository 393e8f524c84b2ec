import { whenProofIsAsked } from '#web/api/proof.ts'
import { type NewTab, openNewTab } from '#web/ui/new-tab.ts'

/**
 * A new tab for a call that may want a fresh proof first. The question is asked on this page, so the empty tab closes instead of
 * covering it. Confirming is a click of its own, which lets the address open in another one.
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
