import { useState, type ReactNode } from 'react'
import type { PersonCard } from '#contract/profile-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { RailCard } from '#web/projects/RailCard.tsx'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lateComponent } from '#web/loading/late-component.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ContactSeller } from '#web/conversations/ContactSeller.tsx'
import styles from './Project.module.css'
import { shopName } from '#web/projects/project-words.ts'
import { ProjectText } from './ProjectText.tsx'

/** Loaded in a dialog that few people open. */
const Gallery = lazyComponent(async () => (await import('./Gallery.tsx')).Gallery)
const BriefItemList = lazyComponent(
  async () => (await import('#web/briefs/BriefItemList.tsx')).BriefItemList,
  <Pending />,
)

const PersonActs = lateComponent(
  async () => (await import('#web/blocks/PersonActs.tsx')).PersonActs,
  'members',
)

/** The beginning of the brief, and the complete brief in a dialog and on paper. */
export function BriefCard({
  project,
  children,
}: {
  project: ProjectDetail
  /** Shown under the link: the actions that only its owner is allowed. */
  children?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <RailCard title="Project">
      {project.brief ? <BriefItemList brief={project.brief} /> : null}
      {project.brief?.described ? null : (
        <p className={`sm muted ${styles.railText}`}>{project.description}</p>
      )}
      {project.product_details ? (
        <div className={styles.paper}>
          <h3>Product details</h3>
          <p className={`sm muted ${styles.railText}`}>{project.product_details}</p>
        </div>
      ) : null}
      <button type="button" className={`link sm ${styles.railLink}`} onClick={() => setOpen(true)}>
        Read the full project
      </button>
      {children ? <div className={styles.acts}>{children}</div> : null}
      <Dialog open={open} onClose={() => setOpen(false)} title={project.title} wide>
        <div className={styles.brief}>
          <Gallery images={project.product_images} title={project.title} />
          <ProjectText project={project} />
        </div>
      </Dialog>
    </RailCard>
  )
}

/** The accepted creator, for the owner. */
export function CreatorCard({
  project,
  creator,
  note,
}: {
  project: ProjectDetail
  creator: PersonCard
  note: ReactNode
}) {
  return (
    <PartyCard title="Creator" person={creator} name={creator.name} note={note}>
      <ContactSeller projectId={project.id} creatorId={creator.id} className="grow">
        Message
      </ContactSeller>
    </PartyCard>
  )
}

/** The brand, for the accepted creator. */
export function SellerCard({ project }: { project: ProjectDetail }) {
  const { seller } = project
  return (
    <PartyCard
      title="Brand"
      person={seller}
      shop
      name={shopName(seller)}
      note={seller.company_name ? seller.name : null}
    />
  )
}

interface PartyProps {
  title: string
  person: PersonCard
  shop?: boolean
  name: string
  note: ReactNode
  children?: ReactNode
}

function PartyCard({ title, person, shop, name, note, children }: PartyProps) {
  return (
    <RailCard title={title}>
      <div className={`row gap3 ${styles.party}`}>
        <Avatar name={name} src={person.avatar_url} kind={shop ? 'shop' : 'person'} size={44} />
        <div className="grow">
          <div className="strong">{name}</div>
          {note ? <div className="sm muted">{note}</div> : null}
        </div>
      </div>
      <div className={`row ${styles.acts}`}>
        {children}
        <ButtonLink to={paths.publicProfile(person.id)}>View Profile</ButtonLink>
      </div>
      <PersonActs person={{ id: person.id, name }} />
    </RailCard>
  )
}
