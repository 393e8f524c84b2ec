/** Something that was acknowledged and is not so: what a soak is about. */
export class Loss extends Error {
  override name = 'Loss'
}
