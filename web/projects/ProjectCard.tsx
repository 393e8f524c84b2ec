import { Image } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import type { Project } from '#contract/project-schemas.ts'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './ProjectCard.module.css'
import { categoryWord, OWN_LICENCE, shopName, wantedWords } from './project-words.ts'

type Shown = Pick<
  Project,
  | 'id'
  | 'title'
  | 'description'
  | 'budget'
  | 'category'
  | 'deadline'
  | 'product_images'
  | 'hiring'
  | 'own_licence'
>

interface Props {
  project: Shown
  /** Absent in lists of one's own projects. */
  seller?: PersonCard
  /** The heading level in the card's context. */
  heading?: 'h2' | 'h3'
  /** Above the fold: its picture is not lazy-loaded. */
  first?: boolean
}

/** A project as creators browse it; the whole card is a link. */
export function ProjectCard({ project, seller, heading: Heading = 'h2', first }: Props) {
  return (
    <Link className={styles.card} to={paths.project(project.id)}>
      <ProjectShot src={project.product_images[0]} first={first} />
      <ProjectCardText
        title={<Heading title={project.title}>{project.title}</Heading>}
        budget={formatUsd(project.budget)}
        description={project.description}
      />
      <div className={cx('meta', styles.meta)}>
        {seller ? <ShopSign seller={seller} /> : null}
        <span>{categoryWord(project.category)}</span>
        <DueDay deadline={project.deadline} />
        {project.hiring ? <span>{wantedWords(project.hiring)}</span> : null}
        {project.own_licence ? <span>{OWN_LICENCE}</span> : null}
      </div>
    </Link>
  )
}

/** "Due Jun 28, 2026" in a line of metadata. */
export function DueDay({ deadline }: { deadline: string }) {
  return (
    <span>
      <span>
        Due <Time value={deadline} />
      </span>
    </span>
  )
}

/** A card's picture at 4:3; a muted placeholder without one. */
export function ProjectShot({ src, first }: { src: string | undefined; first?: boolean }) {
  return (
    <div className={styles.shot}>
      {src ? (
        <Picture
          src={src}
          sizes="(max-width: 719px) 100vw, 400px"
          alt=""
          {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
      ) : (
        <Image size={28} aria-hidden="true" />
      )}
    </div>
  )
}

/** Title and budget on one line, two lines of description. */
export function ProjectCardText(props: {
  title: ReactNode
  budget: ReactNode
  description: ReactNode
}) {
  return (
    <>
      <div className={styles.top}>
        {props.title}
        <span className={styles.budget}>{props.budget}</span>
      </div>
      <p className={styles.description}>{props.description}</p>
    </>
  )
}

/** The brand's logo and name in a line of metadata. */
export function ShopSign({ seller }: { seller: PersonCard }) {
  return (
    <span>
      <Avatar name={shopName(seller)} src={seller.avatar_url} kind="shop" size={20} />
      {shopName(seller)}
    </span>
  )
}
