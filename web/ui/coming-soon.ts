import { toast } from './toast.ts'

/** The text an inert control shows when it is used (decision P26). */
export function comingSoon() {
  toast.info('Coming soon')
}
