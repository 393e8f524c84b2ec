import { useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Role } from '#contract/profiles.ts'
import { useAuth } from '#web/api/session.tsx'
import { PreferencesCard } from '#web/notifications/PreferencesCard.tsx'
import { usePageHead } from '#web/page/head.ts'
import { NotFound } from '#web/page/NotFound.tsx'
import { PaymentMethodsCard } from '#web/payment-methods/PaymentMethodsCard.tsx'
import { PaymentsCard } from '#web/payments/PaymentsCard.tsx'
import { PaymentSetupCard } from '#web/payouts/PaymentSetupCard.tsx'
import { DataCard } from '#web/security/DataCard.tsx'
import { SecurityCard } from '#web/security/SecurityCard.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading, Pending } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Settings.module.css'
import { SettingsFrame } from './SettingsFrame.tsx'
import { sectionOfRole, settingsSections, type SettingsSection } from './settings-sections.ts'

const DocumentsCard = lazyComponent(
  async () => (await import('#web/documents/DocumentsCard.tsx')).DocumentsCard,
  <Loading />,
  'nobody',
)

const StatementCard = lazyComponent(
  async () => (await import('#web/statements/StatementCard.tsx')).StatementCard,
  <Pending />,
  'nobody',
)

const ForecastCard = lazyComponent(
  async () => (await import('#web/statements/ForecastCard.tsx')).ForecastCard,
  <Pending />,
  'nobody',
)

const TaxCard = lazyComponent(
  async () => (await import('#web/tax/TaxCard.tsx')).TaxCard,
  <Pending />,
  'nobody',
)

const DevicePushCard = lazyComponent(
  async () => (await import('#web/push/DevicePushCard.tsx')).DevicePushCard,
  null,
  'nobody',
)

const BlockedCard = lazyComponent(
  async () => (await import('#web/blocks/BlockedCard.tsx')).BlockedCard,
  <Loading />,
  'nobody',
)

const AccountLogCard = lazyComponent(
  async () => (await import('#web/security/AccountLogCard.tsx')).AccountLogCard,
  <Pending />,
  'nobody',
)

/** /settings: one section at a time. The bare address shows the first one. */
export function SettingsScreen() {
  const { role } = useAuth()
  const { pathname, search } = useLocation()
  if (!role) return null
  const sections = settingsSections(role)
  const section = sections.find(({ to }) => to === pathname)
  if (section) return <Section role={role} section={section} />
  const own = pathname === paths.settings ? sections[0]?.to : sectionOfRole(role, pathname)
  return own ? <Navigate to={own + search} replace /> : <NotFound />
}

function Section({ role, section }: { role: Role; section: SettingsSection }) {
  usePageHead({ title: section.label })
  useReturnFromProvider()
  return (
    <SettingsFrame role={role}>
      <div className="page-head">
        <div>
          <h1>{section.label}</h1>
          <p>{section.text}</p>
        </div>
      </div>
      <div className={styles.cards}>
        <Cards of={section.to} role={role} />
      </div>
    </SettingsFrame>
  )
}

function Cards({ of, role }: { of: string; role: Role }) {
  if (of === paths.payouts)
    return (
      <>
        <PaymentSetupCard />
        <PaymentsCard side="creator" />
      </>
    )
  if (of === paths.cards)
    return (
      <>
        <PaymentMethodsCard />
        <PaymentsCard side="seller" />
      </>
    )
  if (of === paths.documents)
    return (
      <>
        <DocumentsCard side={role} />
        <StatementCard />
        <ForecastCard side={role} />
        <TaxCard />
      </>
    )
  if (of === paths.mailSettings)
    return (
      <>
        <PreferencesCard />
        <DevicePushCard />
      </>
    )
  if (of === paths.blockedPeople) return <BlockedCard />
  if (of !== paths.security) return <DataCard />
  return (
    <>
      <SecurityCard />
      <AccountLogCard />
    </>
  )
}

/** The provider returns people here with a result; it is reported once and removed from the address. */
function useReturnFromProvider() {
  const [search, setSearch] = useSearchParams()
  const saved = search.get('card') === 'saved'
  const returned = search.has('card') || search.has('payout')
  useEffect(() => {
    if (!returned) return
    if (saved) toast.success('Payment method saved')
    setSearch({}, { replace: true })
  }, [saved, returned, setSearch])
}
