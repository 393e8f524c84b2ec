import { toast } from './toast.ts'

/** What an inert control says when it is used (decision P26). */
export function comingSoon() {
  toast.info('Coming soon')
}
