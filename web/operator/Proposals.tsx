import { useQuery } from '@tanstack/react-query'
import { proposalWords } from '#contract/operator-proposal-words.ts'
import { apiQuery } from '#web/api/query-client.ts'
import styles from './Console.module.css'
import { ProposalCard } from './ProposalCard.tsx'

/** The decisions that wait for a second person, including one's own; renders nothing while there are none. */
export function Proposals() {
  const { data } = useQuery({ ...apiQuery('operator.proposals'), staleTime: 0 })
  if (data === undefined || data.rows.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="proposals">
      <div className="sec-head">
        <h2 id="proposals">{proposalWords.title}</h2>
      </div>
      <div className="stack">
        {data.rows.map((proposal) => (
          <ProposalCard key={proposal.id} proposal={proposal} linked />
        ))}
      </div>
    </section>
  )
}
