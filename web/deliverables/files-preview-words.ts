/** Names the choice between the files of one delivery. */
export const FILES_OF_DELIVERY = 'Files of this delivery'
