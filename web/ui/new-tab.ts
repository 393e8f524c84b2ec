/** A tab opened for an address that is still being requested. */
export interface NewTab {
  /** Navigates the tab to `url`; if the browser refused the tab, this page navigates itself. */
  go: (url: string) => void
  /** Closes the tab again because there is nothing to show. */
  close: () => void
}

/**
 * Opens an empty tab immediately, because browsers allow it only within the click and the address comes later. The tab gets
 * no reference to this page.
 */
export function openNewTab(): NewTab {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    go: (url) => (tab ? tab.location.replace(url) : window.location.assign(url)),
    close: () => tab?.close(),
  }
}
