/**
 * The texts shown while the server cannot be reached. The strip appears over open pages, the rest in place of a page.
 */
export const connectionWords = {
  strip: 'The connection is gone. This page continues by itself when it is back.',
  title: 'The connection is gone',
  text: 'This page opens by itself when the connection is back. Nothing you saved or typed is lost.',
} as const
