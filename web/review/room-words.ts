import type { ReviewNote } from '#contract/review-note-schemas.ts'
import { NOTE_KIND_NAMES, noteState } from '#contract/review-note-words.ts'
import type { NoteKind } from '#contract/review-notes.ts'

/** The texts of the review room. */

const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`

export const kindWords: Record<NoteKind, { name: string; spoken: string; hint: string }> = {
  must: {
    name: NOTE_KIND_NAMES.must,
    spoken: 'must change',
    hint: 'It has to change before you approve.',
  },
  wish: { name: NOTE_KIND_NAMES.wish, spoken: 'wish', hint: 'Nice to have. It asks for nothing.' },
  praise: { name: NOTE_KIND_NAMES.praise, spoken: 'praise', hint: 'Keep this.' },
  question: { name: NOTE_KIND_NAMES.question, spoken: 'question', hint: 'You would like to know.' },
}

export const roomWords = {
  title: (version: number, project: string) => `Version ${version} of ${project}`,
  back: 'Back to the project',
  version: (version: number) => `Version ${version}`,
  versionSwitch: 'Version on the stage',
  files: {
    label: 'Files of this version',
    nth: (position: number) => `File ${position}`,
    spoken: (
      file: { position: number; file_name: string; item_name: string | null },
      { of, notes }: { of: number; notes: number },
    ) =>
      [
        `File ${file.position} of ${of}: ${file.item_name ?? file.file_name}`,
        ...(file.item_name === null ? [] : [file.file_name]),
        ...(notes === 0 ? [] : [count(notes, 'open note')]),
      ].join(', '),
  },
  older: (newest: number) =>
    `You are looking at an older version. New notes go on version ${newest}.`,
  toNewest: 'Go to the newest',
  compare: 'Compare',
  endCompare: 'End compare',
  help: 'Keys',
  more: 'More',
  export: 'Save the notes',
  exports: {
    csv: 'Table (CSV)',
    edl: (version: number, file: string | null) =>
      `Edit list of ${file === null ? '' : `${file}, `}version ${version} (EDL)`,
    markdown: 'Text (Markdown)',
    noRate: 'The frame rate of this version is not known, so no edit list can be made.',
  },
  guests: 'Guest links',
  approve: 'Approve',
  notes: 'Notes',
  list: 'List of notes',
  page1: (page: number) => `Page ${page}`,
  here: (name: string) => `${name} is here`,
  hereAt: (name: string, moment: string) => `${name} is at ${moment}`,
  goThere: (name: string) => `Go to where ${name} is`,

  failed: (message: string) => `The review could not be loaded: ${message}`,
  preparingTitle: 'This version is being prepared',
  preparing:
    'A copy for you to look at is being made. It appears here automatically, usually within a few minutes. You can already write notes.',
  preparingOwn:
    'The brand’s copy is being made. It appears here automatically, usually within a few minutes.',
  unshownTitle: 'This version cannot be shown here',
  unshown:
    'We could not make a copy of this file to show here. You can still write notes about it as a whole.',
  lostTitle: 'The file could not be loaded',
  lost: 'Its link is renewed by itself.',

  empty: {
    owner: 'No notes yet',
    ownerHint: 'Stop where something should change, and write what you see.',
    creator: 'No notes yet',
    creatorHint: 'What the brand notes about your work appears here.',
    guest: 'No notes yet',
    guestHint: 'Stop where you see something, and write it down.',
    filtered: 'No notes here',
  },
  filters: { open: 'Open', mine: 'Mine', all: 'All' },
  sorts: { time: 'By time', newest: 'Newest first' },
  sortLabel: 'Order of the notes',
  filterLabel: 'Which notes',

  said: { asks: 'Asked for a revision', beside: 'Wrote beside the notes' },

  from: (version: number) => `From version ${version}`,
  olderDraft: (newest: number) =>
    `It was not sent. Edit it to put it on version ${newest}, or discard it.`,
  moved: 'Moved?',
  movedHint: 'The two versions differ in length, so this moment may be elsewhere.',
  oldFrame: (version: number) => `Version ${version}`,
  newFrame: (version: number) => `Version ${version}, now`,

  draftsHint: (drafts: number) =>
    `${count(drafts, 'draft')}. Only you see ${drafts === 1 ? 'it' : 'them'} until you send.`,
  requestChanges: (drafts: number) =>
    drafts === 0 ? 'Request changes' : `Request changes (${drafts})`,
  sendNotes: (drafts: number) => (drafts === 0 ? 'Send notes' : `Send notes (${drafts})`),
  toProject: 'To the project',
  guestDraft: (name: string) =>
    `${name}, a guest, wrote this. It goes to the creator when you send it.`,

  answers: {
    answer: 'Answer',
    change: 'Change the answer',
    done: 'Done',
    notDone: 'Not done',
    why: 'Why not?',
    more: 'Anything to add? (optional)',
    said: (done: boolean, version: number | null) =>
      `${done ? 'Done' : 'Not done'}${version === null ? '' : ` in version ${version}`}`,
    send: 'Send answer',
  },
  resolve: 'Resolve',
  reopen: 'Reopen',
  withdraw: 'Withdraw',
  discard: 'Discard',
  edit: 'Edit',
  reply: 'Reply',
  replyLabel: 'Your reply',
  sendReply: 'Send reply',
  replyArrived:
    'Your first reply has arrived after all. Send these words again to add them as another one.',
  cancel: 'Cancel',

  compose: {
    label: 'Note',
    kind: 'Kind of note',
    placeholder: {
      must: 'What should change?',
      wish: 'What would be nice?',
      praise: 'What is good?',
      question: 'What would you like to know?',
    },
    whole: 'The whole work',
    atMoment: (moment: string) => `At ${moment}`,
    onPage: (page: number) => `On page ${page}`,
    dropMoment: 'Make it about the whole work',
    takeMoment: 'Put it at this moment',
    rangeStart: 'In',
    rangeEnd: 'Out',
    draw: 'Draw',
    drawn: (shapes: number) => count(shapes, 'shape'),
    undo: 'Undo the last stroke',
    clear: 'Remove the drawing',
    add: 'Add note',
    save: 'Save note',
  },
  pad: 'Drawing area. Arrows move the cross, Enter begins and ends a stroke, Escape leaves.',
  drawingFull: 'This drawing is full. Undo a stroke, or draw the rest in another note.',
  stage: 'Stage',
  timeline: 'Timeline',
  controls: 'Playing',
  position: 'Moment',
  play: 'Play',
  pause: 'Pause',
  endDrawing: 'End drawing',
  mute: 'Turn the sound off',
  unmute: 'Turn the sound on',
  page: (page: number, of: number) => `Page ${page} of ${of}`,
  speed: (speed: number) => `${speed < 0 ? '−' : ''}${Math.abs(speed)}×`,
  tools: { pen: 'Pen', arrow: 'Arrow', box: 'Box', place: 'Point' },
  colours: ['Red', 'Yellow', 'Green', 'Blue', 'White', 'Black'],
  widths: ['Thin', 'Medium', 'Thick'],

  send: {
    title: (drafts: number) =>
      drafts === 0 ? 'Request changes?' : `Send ${count(drafts, 'note')}?`,
    told: (name: string) =>
      `${name} gets one email with everything. Your notes appear in this room at the same time.`,
    asks: (name: string) =>
      `Requesting changes asks ${name} for a new version, and the review clock stops.`,
    text: 'Anything to add? (optional)',
    textNeeded: 'What should change?',
    changes: 'Request changes',
    only: 'Send notes only',
    sent: 'Notes sent',
    requested: 'Changes requested',
    detail: (name: string) => `${name} can read them now.`,
  },

  compareModes: { beside: 'Side by side', wipe: 'Wipe', flicker: 'Flicker' },
  compareMode: 'How to compare',
  compareWith: 'Compare with',
  offset: 'Shift the older version',
  offsetText: (frames: number) =>
    frames === 0 ? 'In step' : `${frames > 0 ? '+' : '−'}${Math.abs(frames)} f`,
  offsetLess: 'One frame earlier',
  offsetMore: 'One frame later',
  wipe: 'Where the older version ends',
  holdToCompare: 'Hold to see the other version',
  nothingToCompare: 'These two versions cannot be laid over one another.',
} as const

/** How a note describes itself to a screen reader. */
export const noteSpoken = (
  note: Pick<ReviewNote, 'kind' | 'status' | 'waived'>,
  place: { index: number; of: number; where: string | null },
): string =>
  [
    `Note ${place.index} of ${place.of}`,
    ...(place.where ? [`at ${place.where}`] : []),
    kindWords[note.kind].spoken,
    noteState(note).toLowerCase(),
  ].join(', ')
