/** Shown only by the server: a picture that our team removed from a profile cannot be put back. */
export const PICTURE_REMOVED =
  'Our team removed this picture from your profile. Please choose another one.'
/** The same for a picture of a project that was hidden. */
export const PICTURE_HIDDEN = 'Our team hid a project with this picture. Please choose another one.'
