import { formatTime } from './dates.ts'

/**
 * The day of a moment on a page that the server rendered: the first script (web/start-up/first-script.ts) rewrites it in
 * the reader's own time zone before the app is there. `value` in RFC 3339.
 */
export const OwnDay = ({ value }: { value: string }) => (
  <time dateTime={value} data-own-day="">
    {formatTime(value)}
  </time>
)
