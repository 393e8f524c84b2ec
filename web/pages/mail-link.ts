/** The contact form's fields. */
export interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

/** A mail link that contains the typed message, signed with the name and address from the form. */
export function mailLink(to: string, { name, email, subject, message }: ContactMessage): string {
  const body = `${message}\n\n${name}\n${email}`
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
