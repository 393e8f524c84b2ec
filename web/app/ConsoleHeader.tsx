import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { brand } from '#web/page/brand.ts'
import { Mark } from '#web/ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import styles from './ConsoleHeader.module.css'

/** The header of the operator's console: dark in both themes, so that no one mistakes it for the marketplace. */
export function ConsoleHeader() {
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar}`}>
        <Link to={paths.operator} className={styles.name}>
          <Mark size={26} />
          {brand.name} <span className={styles.word}>Console</span>
        </Link>
        <Link to={paths.dashboard} className={styles.back}>
          Back to the marketplace
        </Link>
        <AccountMenu inConsole />
      </div>
    </header>
  )
}
