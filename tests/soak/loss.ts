/** Something acknowledged that does not hold: what a soak looks for. */
export class Loss extends Error {
  override name = 'Loss'
}
