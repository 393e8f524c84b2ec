import type { ErrorEntry } from './error-entry.ts'

/**
 * SPEC §3: where uploaded files are stored. The last three are ours: evidence that one side of a dispute shows the
 * other, the pieces of creators' portfolios, and attachments of messages.
 */
export const BUCKETS = [
  'avatars',
  'product-images',
  'deliverable-files',
  'proof-screenshots',
  'dispute-evidence',
  'portfolio',
  'message-files',
] as const
export type Bucket = (typeof BUCKETS)[number]
/** Everyone may open the files in these; all others are private (decision P24). */
export const PUBLIC_BUCKETS: readonly Bucket[] = ['avatars', 'product-images', 'portfolio']

const MiB = 1024 * 1024
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/webm'] as const

/** SPEC §5: the media types of an accepted deliverable; WebM is what browsers record (decision 0049). */
const DELIVERABLE_TYPES = [...VIDEO_TYPES, ...IMAGE_TYPES, 'application/pdf', 'text/plain'] as const

/** The words of SPEC §5 for a profile picture's limit: "Max size: 5MB". */
export const maxSizeWords = ({ maxBytes }: Pick<BucketRule, 'maxBytes'>): string =>
  `Max size: ${maxBytes / MiB}MB`

/** The common name of a media type. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/x-msvideo': 'AVI',
  'video/webm': 'WebM',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
  'text/plain': 'plain text',
}

/** Returns the file types that a bucket accepts, in plain words: "JPEG, PNG or WebP". */
export function fileTypeWords({ types }: Pick<BucketRule, 'types'>): string {
  const names = types.map((type) => TYPE_NAMES[type] ?? type)
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`
}

/** Returns the complete rule for a bucket: "JPEG, PNG or WebP, up to 5 MB". */
export const fileWords = (rule: Pick<BucketRule, 'types' | 'maxBytes'>): string =>
  `${fileTypeWords(rule)}, up to ${rule.maxBytes / MiB} MB`

/** What each bucket accepts: maximum bytes, media types, and the extensions that a file dialog offers. */
export interface BucketRule {
  readonly maxBytes: number
  readonly types: readonly string[]
  readonly extensions: readonly string[]
  /** The maximum playing time of a video; absent means any length. */
  readonly maxSeconds?: number
}

const image: BucketRule = {
  maxBytes: 5 * MiB,
  types: IMAGE_TYPES,
  extensions: ['.jpeg', '.jpg', '.png', '.webp'],
}

/** A file with fewer bytes than this counts as empty and is refused, on the screen and by the server. */
export const MIN_FILE_BYTES = 1

/** SPEC §9: images 5 MB (5242880 bytes), deliverable files 50 MB. */
export const BUCKET_RULES: Record<Bucket, BucketRule> = {
  avatars: image,
  'product-images': image,
  'proof-screenshots': image,
  'dispute-evidence': {
    maxBytes: 10 * MiB,
    types: [...IMAGE_TYPES, 'application/pdf'],
    extensions: [...image.extensions, '.pdf'],
  },
  // As large as a delivery: the creator shows a rough cut here before handing it in.
  'message-files': {
    maxBytes: 50 * MiB,
    types: [...VIDEO_TYPES, ...IMAGE_TYPES, 'application/pdf'],
    extensions: ['.mp4', '.mov', '.avi', '.webm', ...image.extensions, '.pdf'],
  },
  'deliverable-files': {
    maxBytes: 50 * MiB,
    types: DELIVERABLE_TYPES,
    extensions: ['.mp4', '.mov', '.avi', '.webm', '.jpeg', '.jpg', '.png', '.webp', '.pdf', '.txt'],
  },
  // Only types that browsers play: a visitor's browser gets the video itself where the server cannot make a copy.
  portfolio: {
    maxBytes: 50 * MiB,
    types: ['video/mp4', 'video/quicktime', ...IMAGE_TYPES],
    extensions: ['.mp4', '.mov', ...image.extensions],
    maxSeconds: 90,
  },
}

/** The number of bytes that one account may store. Renditions that we make of its files do not count. */
export const STORAGE_QUOTA = {
  /** All its files together: two hundred deliveries of the largest kind. */
  keptBytes: 10 * 1024 * MiB,
  /** Unfinished uploads, by their announced size: room for ten of the largest. */
  inFlightBytes: 500 * MiB,
} as const

/** How long an unfinished upload is stored, in ms. 50 MB take an hour at 14 kB a second. */
export const UNFINISHED_UPLOAD_MS = 2 * 60 * 60_000

/**
 * How long a delivery's uploaded files are kept if no one hands them in: a creator may be waiting for the money. Other
 * files: a day.
 */
export const UNDELIVERED_DAYS = 7

/** Renditions are named by content and never change: cached for a year, in seconds. */
export const RENDITION_CACHE_SECONDS = 31_536_000

/** The copies of a delivery's file that can be viewed before its original opens. */
export const MARKED_COPIES = ['marked.mp4', 'marked.webp', 'marked.pdf', 'marked.txt'] as const

/** What a brand sees of a delivery before its original opens: copies with a mark, or a part of a text. */
export const MARKED_RENDITIONS = [
  ...MARKED_COPIES,
  'marked_poster.webp',
  'marked_storyboard.webp',
] as const

/** The renditions that can stand in for a private file. */
export const PRIVATE_RENDITIONS = [
  'poster.webp',
  'preview.webp',
  'preview.mp4',
  'storyboard.webp',
  ...MARKED_RENDITIONS,
] as const
export type PrivateRendition = (typeof PRIVATE_RENDITIONS)[number]

/** Decision P24: a signed link to a private file is valid for at most this long, in seconds. */
export const SIGNED_LINK_SECONDS = 300
/** SPEC §9: storage cache control of public addresses, in seconds. */
export const PUBLIC_CACHE_SECONDS = 3_600
/** SPEC §9: a finished progress bar resets after this many ms. */
export const PROGRESS_RESET_MS = 1_000

/** Where resumable uploads (tus) are sent. Metadata: bucket, filename, filetype, and project_id for files of a project. */
export const UPLOAD_PATH = '/storage/uploads'

/** SPEC §5: the upload component's own messages. */
export const uploadMessages = {
  /** Types are named by extension everywhere: people know extensions, and the page and the server say the same. */
  type: ({ extensions }: Pick<BucketRule, 'extensions'>) =>
    `File type must be one of ${extensions.join(', ')}`,
  tooLarge: (bytes: number) => `File is larger than ${bytes} bytes`,
  tooSmall: (bytes: number) => `File is smaller than ${bytes} bytes`,
  tooMany: 'Too many files',
  tooLong: (seconds: number) => `Video is longer than ${seconds} seconds`,
  failed: 'Upload failed',
  /** A form with a failed file is not sent: the file would be left out without a word. */
  notArrived: 'A file did not arrive. Try again, or remove it.',
  /** SPEC §8. */
  screenshotFailed: 'Screenshot upload failed',
} as const

/** The response to a finished upload. The uploader can use `url` directly; for a private file it is a signed link. */
export interface UploadedFile {
  id: string
  bucket: Bucket
  url: string
  file_name: string
  file_type: string
  size: number
}

export const uploadErrors = {
  'upload.bad_type': { status: 415, message: 'That file type is not accepted here.' },
  'upload.too_large': { status: 413, message: 'That file is larger than we accept.' },
  'upload.unreadable_image': { status: 422, message: 'That picture could not be read.' },
  'upload.unreadable_video': { status: 422, message: 'That video could not be read.' },
  'upload.too_long': { status: 422, message: 'That video is longer than we accept.' },
  /** Its bytes are deleted, and the log tells an operator what was found. */
  'upload.harmful': {
    status: 422,
    message: 'Our virus scan found something in that file, so we did not keep it.',
  },
  /** If a scanner is configured, no file passes unscanned; the received bytes stay for a retry. */
  'upload.not_scanned': {
    status: 503,
    message: 'We cannot check files for viruses right now. Please try again in a minute.',
  },
  /** Refused until there is room again; the received bytes stay for a retry. */
  'upload.storage_full': {
    status: 507,
    message: 'Our storage is full right now. Please try again in a few minutes.',
  },
  'upload.too_many_running': {
    status: 429,
    message: 'Too many of your uploads are running. Please wait until one of them is finished.',
  },
  'upload.quota_full': {
    status: 413,
    message: 'Your account’s storage is full. Please write to us for more.',
  },
  /** Someone else (or the same person in another tab) is sending it. */
  'upload.busy': { status: 423, message: 'This upload is running elsewhere. Please try again.' },
  'upload.not_yours': { status: 422, message: 'Upload failed' },
  /** A chunk that does not start where the last one ended; the client then requests the position to resume from. */
  'upload.out_of_step': { status: 409, message: 'Upload failed' },
} as const satisfies Record<string, ErrorEntry>
