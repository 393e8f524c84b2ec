import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ringWords } from '#contract/rings.ts'
import { type FigureName, recordWords as words, sampleWords } from '#contract/track-record.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './TrackRecord.module.css'

/** The deals behind one of the reader's own figures, newest first. */
export function FigureRows({ figure }: { figure: FigureName }) {
  const query = useQuery(apiQuery('track_records.rows', { query: { figure } }))
  return (
    <Loaded query={query} pending={<Loading />}>
      {({ rows, more, left_out: leftOut }) => (
        <>
          <h3 className={styles.rowsTitle}>{words.yours}</h3>
          <ul className={styles.rows}>
            {rows.map(({ project_id: id, title, happened_at: at, good, minutes }) => (
              <li key={`${id} ${at}`}>
                <span className="grow">
                  <Link className="link" to={paths.project(id)}>
                    {title}
                  </Link>{' '}
                  <span className="muted">
                    <Time value={at} />
                  </span>
                </span>
                <span className="num">{sampleWords(good, minutes)}</span>
              </li>
            ))}
          </ul>
          {more ? <p className="muted">{words.newest}</p> : null}
          {leftOut > 0 ? <p className="muted">{ringWords.leftOut(leftOut)}</p> : null}
        </>
      )}
    </Loaded>
  )
}
