import { useEffect, useRef } from 'react'
import { AI_PARTS_TITLE } from '#contract/ai-part-words.ts'
import { DELIVERABLE_LIMITS } from '#contract/deliverables.ts'
import { DELIVERY_FILES_MOST } from '#contract/delivered-pieces.ts'
import { BUCKET_RULES, fileWords, uploadMessages } from '#contract/uploads.ts'
import { checkWords } from '#web/checks/check-words.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Deliverable.module.css'
import { AiPartsField } from './AiPartsField.tsx'
import { FileZone } from './FileZone.tsx'
import { answerWords } from './answer-words.ts'
import { NoteAnswers } from './NoteAnswers.tsx'
import { UnseenNotice, useUnseen } from './UnseenNotice.tsx'
import { useDeliver } from './use-deliver.ts'

// Most deliveries are one file.
const FileList = lazyComponent(
  async () => (await import('./FileList.tsx')).FileList,
  <Loading />,
  'nobody',
)

// Most deals have no checklist.
const HandInChecks = lazyComponent(
  async () => (await import('#web/checks/HandInChecks.tsx')).HandInChecks,
  <Loading />,
  'nobody',
)

interface Props {
  projectId: string
  deadline: string
  /** The deal was agreed on a brief, so there is a checklist. */
  hasBrief: boolean
  /** Null where the heading is already shown above. */
  title: string | null
  onSent: () => void
}

/** Submits work: its files, where it was posted, the proof, notes (SPEC §5). Input survives a failure. */
export function DeliverableForm({ projectId, deadline, hasBrief, title, onSent }: Props) {
  const deliver = useDeliver(projectId, hasBrief, onSent)
  const {
    form,
    files,
    asked,
    answers,
    checklist,
    listWaits,
    sentences,
    busy,
    question,
    file,
    screenshot,
    uploading,
    send,
  } = deliver
  const { unseen, asks, waits, gone } = useUnseen(
    projectId,
    file.items.flatMap(({ uploaded }) => (uploaded === null ? [] : [uploaded.id])),
    deliver.waits,
  )
  // Kept on this device, but no longer by the server: they waited for too long.
  const latest = useRef(file)
  useEffect(() => {
    latest.current = file
  })
  useEffect(() => {
    for (const { key, uploaded } of latest.current.items)
      if (uploaded && gone.split(' ').includes(uploaded.id)) latest.current.remove(key)
  }, [gone])
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      {question}
      <div className={`row between ${styles.formHead}`}>
        {title === null ? null : <h2>{title}</h2>}
        <span className="sm muted">Due {formatDay(deadline)}</span>
      </div>
      <FileZone
        label="Content file"
        hint={`${fileWords(BUCKET_RULES['deliverable-files'])} each.`}
        uploads={file}
        maxFiles={DELIVERY_FILES_MOST}
        error={sentences.file_id}
        onChosen={() => form.clearErrors('file_id')}
      >
        {file.items.length > 1 || (file.items.length === 1 && files.wanted.length > 1) ? (
          <FileList uploads={file} {...files} />
        ) : null}
      </FileZone>
      {unseen ? (
        <UnseenNotice asks={asks} waits={waits} wanted={deliver.waits} onWait={deliver.setWaits} />
      ) : null}
      {asked.isAsked && asked.room.data === undefined ? (
        <FailedNotice query={asked.room} failed={() => answerWords.failed} />
      ) : null}
      {asked.notes.length > 0 ? (
        <NoteAnswers
          projectId={projectId}
          notes={asked.notes}
          drafts={answers}
          error={sentences.answers}
          onChange={(drafts) => form.setValue('answers', drafts)}
        />
      ) : null}
      {listWaits && checklist.isError ? (
        <FailedNotice query={checklist} failed={() => checkWords.failed} />
      ) : null}
      {checklist.data && checklist.data.checks.length > 0 ? (
        <HandInChecks
          asked={checklist.data}
          drafts={deliver.checks}
          error={sentences.checks}
          onChange={(drafts) => form.setValue('checks', drafts)}
        />
      ) : null}
      <AiPartsField
        legend={<Optional>{AI_PARTS_TITLE}</Optional>}
        parts={deliver.aiParts}
        error={sentences.ai_parts}
        onChange={(parts) => form.setValue('ai_parts', parts)}
      />
      <Field
        label={<Optional>Post link</Optional>}
        hint="Where the work is published."
        error={sentences.post_url}
      >
        <TextInput
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={DELIVERABLE_LIMITS.post_url}
          {...form.register('post_url')}
        />
      </Field>
      <FileZone
        label="Screenshot"
        legend={<Optional>Screenshot</Optional>}
        hint={`Proof of the post. ${fileWords(BUCKET_RULES['proof-screenshots'])}`}
        uploads={screenshot}
        failed={uploadMessages.screenshotFailed}
        error={sentences.screenshot_id}
        onChosen={() => form.clearErrors('screenshot_id')}
      />
      <Field
        label={<Optional>Notes</Optional>}
        hint="What the brand should know."
        error={sentences.notes}
      >
        <TextArea rows={3} maxLength={DELIVERABLE_LIMITS.notes} {...form.register('notes')} />
      </Field>
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyText="Submitting..."
          disabled={uploading || waits || listWaits}
        >
          Submit Deliverable
        </Button>
        {listWaits ? <p className="sm muted">{checkWords.waits}</p> : null}
      </div>
    </form>
  )
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  )
}
