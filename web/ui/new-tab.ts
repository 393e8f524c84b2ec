/** A tab opened for an address that is still being asked for. */
export interface NewTab {
  /** Leads the tab to `url`; where the browser refused the tab, this page goes there itself. */
  go: (url: string) => void
  /** Closes the tab again because there is nothing to show. */
  close: () => void
}

/**
 * Opens an empty tab at once, because browsers allow it only inside the click and the address comes later.
 * The tab gets no handle on this page.
 */
export function openNewTab(): NewTab {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    go: (url) => (tab ? tab.location.replace(url) : window.location.assign(url)),
    close: () => tab?.close(),
  }
}
