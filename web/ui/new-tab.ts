/** A tab opened for an address that is still being requested. */
export interface NewTab {
  /**
   * Navigates the tab to `url`, or a new tab if it was closed meanwhile; if the browser refused the tab, this page
   * itself navigates.
   */
  go: (url: string) => void
  /** Closes the tab again because there is nothing to show. */
  close: () => void
}

/**
 * Opens an empty tab immediately, because browsers allow it only within the click and the address comes later. The tab gets
 * no reference to this page.
 */
export function openNewTab(): NewTab {
  let tab = emptyTab()
  return {
    go(url) {
      if (tab?.closed) tab = emptyTab()
      if (tab) tab.location.replace(url)
      else window.location.assign(url)
    },
    close: () => tab?.close(),
  }
}

function emptyTab(): Window | null {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}
