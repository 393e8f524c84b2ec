import { Star } from 'lucide-react'
import { meanText, QUESTIONS, reputationWords as words } from '#contract/reputation-words.ts'
import { type ReviewSide, SCORE_NAMES, type ScoreName } from '#contract/reputation.ts'
import styles from './Reputation.module.css'

interface Props {
  scores: Record<ScoreName, number>
  overall: number | null
  /** The side that answered: the questions depend on it. */
  by: ReviewSide
}

/** A review in figures: the mean, and each question with its score and the meaning of that score. */
export function Scores({ scores, overall, by }: Props) {
  return (
    <div className={styles.scores}>
      {overall === null ? null : <Mean value={overall} />}
      <dl>
        {SCORE_NAMES.map((name) => {
          const { label, steps } = QUESTIONS[by][name]
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <span className="num">{scores[name]}</span> {steps[scores[name] - 1]}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

/** "4.7" with a star; read out as "4.7 of 5". */
export function Mean({ value }: { value: number }) {
  return (
    <span className={styles.mean}>
      <Star size={18} aria-hidden="true" />
      <span className="num" aria-hidden="true">
        {meanText(value)}
      </span>
      <span className="sr">{words.ofFive(meanText(value))}</span>
    </span>
  )
}
