import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { SUPPORT_ANSWER_TEXT } from '#contract/promises.ts'
import { brand } from '#web/page/brand.ts'
import { logLine } from '#web/page/console-lines.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { comingSoon } from '#web/ui/coming-soon.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { mailLink, type ContactMessage } from './mail-link.ts'
import styles from './pages.module.css'
import { StaticPage } from './StaticPage.tsx'

const EMPTY: ContactMessage = { name: '', email: '', subject: '', message: '' }

/** SPEC §2: a form that sends nothing, and says so (decision P26); the contact details that work are next to it. */
export function Contact() {
  const start = useRestored('contact', EMPTY)
  const form = useForm<ContactMessage>({ defaultValues: start })
  const unsaved = useUnsaved('contact', EMPTY, useWatch({ control: form.control }))
  const [written, setWritten] = useState<ContactMessage | null>(null)
  const { errors } = form.formState

  const submit = form.handleSubmit((message) => {
    logLine('Contact form', message)
    unsaved.finish()
    setWritten(message)
  })

  return (
    <StaticPage
      title="Contact"
      lead="Questions about a project, a payment or the product. People answer."
      wide
    >
      {unsaved.question}
      <div className={styles.contact}>
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <div className="two">
            <Field label="Name" error={errors.name?.message} required>
              <TextInput
                autoComplete="name"
                {...form.register('name', { required: 'Name is required' })}
              />
            </Field>
            <Field label="Email" error={errors.email?.message} required>
              <TextInput
                type="email"
                autoComplete="email"
                {...form.register('email', {
                  required: 'Email is required',
                  pattern: {
                    value: /^[^\s@]+@[^\s@]+$/,
                    message: 'Please enter a valid email address',
                  },
                })}
              />
            </Field>
          </div>
          <Field label="Subject" error={errors.subject?.message} required>
            <TextInput {...form.register('subject', { required: 'Subject is required' })} />
          </Field>
          <Field label="Message" error={errors.message?.message} required>
            <TextArea rows={7} {...form.register('message', { required: 'Message is required' })} />
          </Field>
          {written ? (
            <Notice tone="yellow" title="This form is not connected to a mailbox yet" role="status">
              Nothing was sent.{' '}
              <a className="link" href={mailLink(brand.supportEmail, written)}>
                Send it from your own mail program
              </a>{' '}
              instead; what you typed goes along.
            </Notice>
          ) : null}
          <Button type="submit" variant="primary" className={styles.formEnd}>
            Send Message
          </Button>
        </form>
        <dl className={styles.channels}>
          <div>
            <dt>Email</dt>
            <dd>
              <a className="link" href={`mailto:${brand.supportEmail}`}>
                {brand.supportEmail}
              </a>
              <br />
              <span className="sm muted">We respond within {SUPPORT_ANSWER_TEXT}.</span>
            </dd>
          </div>
          <div>
            <dt>Phone</dt>
            <dd>
              {brand.phone}
              <br />
              <span className="sm muted">Monday to Friday, 9AM to 6PM PST</span>
            </dd>
          </div>
          <div>
            <dt>Office</dt>
            <dd>{brand.officeAddress}</dd>
          </div>
          <div>
            <dt>Live chat</dt>
            <dd>
              <button type="button" className="link" onClick={comingSoon}>
                Start a chat
              </button>
            </dd>
          </div>
          <div>
            <dt>Answers</dt>
            <dd>
              <Button size="sm" onClick={comingSoon} style={{ marginTop: 'var(--space-1-5)' }}>
                View FAQ
              </Button>
            </dd>
          </div>
        </dl>
      </div>
    </StaticPage>
  )
}
