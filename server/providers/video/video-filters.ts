/** Of the first second, the frame most like the others: no black, no flash. */
export const STILL_FILTERS = 'thumbnail=24,format=rgb24'
