/** SPEC §6: what a brand receives after approval and payment. Read in the terms and on a finished deal. */
export const LICENCE_WORDS = {
  title: 'Licence',
  grant:
    'After approval and payment the brand receives a worldwide, perpetual, royalty-free, non-exclusive licence to use, edit and publish it for its business, in any medium.',
  noTraining:
    'Brands may not use content for AI training, nor let others do so, without a written agreement with the creator.',
  owner: 'The creator makes the content and owns it.',
  more: 'Rights in the content',
} as const
