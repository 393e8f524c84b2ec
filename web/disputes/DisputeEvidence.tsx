import type { DisputeEvidence as Evidence } from '#contract/dispute-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { EarlierRows } from '#web/loading/EarlierRows.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Dispute.module.css'
import { StatementFiles } from './StatementFiles.tsx'
import type { SideNames } from './DisputeParts.tsx'
import { eventsInWords } from './dispute-words.ts'
import { EvidenceNotes } from './EvidenceNotes.tsx'
import { EvidenceTerms } from './EvidenceTerms.tsx'
import { checkWords, evidenceWords as say } from './evidence-words.ts'
import { useDisputeEvidence } from './use-disputes.ts'

const CheckTable = lazyComponent(
  async () => (await import('#web/checks/CheckTable.tsx')).CheckTable,
  null,
  'nobody',
)

const AiPartsLine = lazyComponent(
  async () => (await import('#web/deliverables/AiPartsLine.tsx')).AiPartsLine,
  null,
  'nobody',
)

interface Props {
  disputeId: string
  reader: 'side' | 'operator'
  names: SideNames
}

/** The deal's own records: the brief, the offer, the deliveries, the notes on them, the messages, the events. */
export function DisputeEvidence({ disputeId, reader, names }: Props) {
  const query = useDisputeEvidence(disputeId, reader)
  return (
    <Loaded query={query} pending={<Loading />} failed={() => 'The evidence could not be loaded'}>
      {({ pages }) => {
        const [first] = pages
        if (first === undefined) return null
        const messages = pages.toReversed().flatMap((page) => page.messages)
        return (
          <div className={styles.evidence}>
            <Brief evidence={first} names={names} />
            <EvidenceTerms evidence={first} names={names} />
            <p className="sm muted">{say.hint}</p>
            <Deliveries evidence={first} />
            {first.checklists.map((list) => (
              <CheckTable
                key={list.version}
                caption={say.checklist(list.version, list.brief_version)}
                checks={list.checks}
                creatorName={names.creator}
                brandName={names.seller}
              />
            ))}
            <EvidenceNotes notes={first.notes} names={names} />
            <h3>Messages</h3>
            <EarlierRows query={query} size="sm">
              Show older messages
            </EarlierRows>
            {messages.length === 0 ? <p className="sm muted">They wrote nothing.</p> : null}
            <ol className={styles.lines}>
              {messages.map((message) => (
                <li key={message.id}>
                  <span className="sm faint">
                    {names[message.by]} · <Time value={message.created_at} exact />
                  </span>
                  <span className={styles.said}>{message.content}</span>
                  <StatementFiles files={message.files} />
                </li>
              ))}
            </ol>
            <Happened evidence={first} names={names} />
          </div>
        )
      }}
    </Loaded>
  )
}

function Brief({ evidence, names }: { evidence: Evidence; names: SideNames }) {
  const { brief, application } = evidence
  return (
    <>
      <h3>What was agreed</h3>
      <dl className="kv">
        <dt>Project</dt>
        <dd>{brief.title}</dd>
        <dt>Deadline</dt>
        <dd>
          <Time value={brief.deadline} />
        </dd>
        <dt>Agreed price</dt>
        <dd className="num">{formatUsd(application.proposed_price)}</dd>
        {application.first_price === application.proposed_price ? null : (
          <>
            <dt>Proposed price</dt>
            <dd className="num">{formatUsd(application.first_price)}</dd>
          </>
        )}
      </dl>
      <p className={styles.said}>{brief.description}</p>
      {brief.product_details ? <p className={styles.said}>{brief.product_details}</p> : null}
      <div className="quote">
        <span className="by">
          The application of {names.creator}, <Time value={application.created_at} exact />
        </span>
        <span className={styles.said}>{application.message}</span>
      </div>
    </>
  )
}

function Deliveries({ evidence }: { evidence: Evidence }) {
  return (
    <>
      <h3>Deliverables</h3>
      {evidence.deliverables.length === 0 ? (
        <p className="sm muted">Nothing was handed in.</p>
      ) : null}
      <ul className={styles.lines}>
        {evidence.deliverables.map((one) => {
          const checks = evidence.checks.filter(({ version }) => version === one.version)
          return (
            <li key={one.id}>
              <span className={`row between ${styles.file}`}>
                <span>
                  <b className="num">{say.version(one.version)}</b>{' '}
                  {one.files.map((file, at) => (
                    <span key={file.position}>
                      {at === 0 ? null : ', '}
                      {file.file_url === null ? (
                        file.file_name
                      ) : (
                        <a
                          className="link"
                          href={file.file_url}
                          target="_blank"
                          rel="noopener noreferrer"
                        >
                          {file.file_name}
                        </a>
                      )}
                    </span>
                  ))}
                </span>
                <DeliverableBadge of={one} />
              </span>
              <span className="sm faint">
                Version {one.version} · <Time value={one.created_at} exact />
              </span>
              {one.notes ? <span className={styles.said}>{one.notes}</span> : null}
              {one.ai_parts ? <AiPartsLine parts={one.ai_parts} /> : null}
              {one.reviewer_notes ? (
                <span className={styles.said}>Revision asked for: {one.reviewer_notes}</span>
              ) : null}
              {checks.map((check) => (
                <span key={check.position} className={`sm muted ${styles.said}`}>
                  <b className="num">{say.check(check.version)}</b>{' '}
                  {checks.length > 1 ? `${check.file_name}: ` : null}
                  {checkWords(check)}
                </span>
              ))}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Happened({ evidence, names }: { evidence: Evidence; names: SideNames }) {
  const whose = { ...names, system: 'Automatic', operator: 'Support' }
  return (
    <>
      <h3>What happened</h3>
      <ol className={styles.lines}>
        {eventsInWords(evidence.events).map((event) => (
          <li key={event.id} className={styles.event}>
            <span>{event.words}</span>
            <span className="sm faint">
              {whose[event.by]} · <Time value={event.at} exact />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
