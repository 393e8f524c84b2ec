import { errorCode, mayPass, messageOf } from '../api/errors.ts'

/**
 * The line under a failed act's toast: why it was refused, or that the provider did not answer and where the
 * money is now; `otherwise` for every other failure that may pass.
 */
export function failureDetail(error: unknown, otherwise: string): string {
  if (errorCode(error) === 'payment.provider_unavailable') return messageOf(error)
  return mayPass(error) ? otherwise : messageOf(error)
}
