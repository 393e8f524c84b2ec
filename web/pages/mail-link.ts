/** The contact form's fields. */
export interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

/** A mail link that carries what was typed, signed with the name and address it gives. */
export function mailLink(to: string, { name, email, subject, message }: ContactMessage): string {
  const body = `${message}\n\n${name}\n${email}`
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
