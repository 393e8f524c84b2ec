/** Said by the server alone: what our team took off a profile is not put back. */
export const PICTURE_REMOVED =
  'Our team removed this picture from your profile. Please choose another one.'
/** The same of a picture that went with a project. */
export const PICTURE_HIDDEN = 'Our team hid a project with this picture. Please choose another one.'
