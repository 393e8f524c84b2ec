import { LICENCE_WORDS as licence } from '#contract/licence-words.ts'
import { Link } from 'react-router'
import { CHANGE_NOTICE_TEXT } from '#contract/promises.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { brand } from '#web/page/brand.ts'
import { useFeeWords } from '#web/page/use-fee-words.ts'
import { paths } from '#contract/paths.ts'
import { LegalPage, type LegalSection } from './LegalPage.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'who-may-use',
    title: 'Who may use the service',
    body: (
      <>
        <p>
          You must be at least 18 years old and able to enter into a contract. If you act for a
          company, including a shop that sells through Shopify or a similar platform, you confirm
          that you may bind it. One person keeps one account, with true and current information.
        </p>
        <p>
          At sign-up you choose to be a creator, who makes content, or a seller (in these terms also
          “brand”), who needs it. You are responsible for what happens under your account and for
          keeping your password to yourself.
        </p>
      </>
    ),
  },
  {
    id: 'what-we-do',
    title: 'What we do',
    body: (
      <p>
        {brand.name} is a marketplace. Brands post paid content projects; creators apply, deliver
        content and are paid. The contract about the work is between the brand and the creator. We
        provide the place, hold the process together, and arrange for the money to be held and
        released as these terms say. We are not the employer or agent of either side.
      </p>
    ),
  },
  {
    id: 'projects',
    title: 'Projects and applications',
    body: (
      <>
        <p>
          A brand describes the work, the budget and the deadline truthfully. A creator applies with
          a message and a proposed price. When the brand accepts an application, both are bound to
          the project as described, at the proposed price. A project hires one creator, or as many
          as it says; once it is filled, the other applications are declined.
        </p>
        <p>
          Neither side may take a deal that began here outside of the service in order to avoid the
          platform fee or the escrow.
        </p>
      </>
    ),
  },
  {
    id: 'escrow',
    title: 'Payment and escrow',
    body: (
      <>
        <p>
          The brand pays the agreed price by card on the pages of our payment provider,{' '}
          {brand.provider}. The product calls this money “held in escrow”. Said plainly: the funds
          are held by the payment provider on the platform’s account until they are released or
          returned. We are not a bank, the balance earns no interest for anybody, and we do not use
          it for anything else.
        </p>
        <p>
          When the brand approves the deliverables, the payment is released. <FeeClause /> Both
          amounts are shown to the cent before anybody commits. To be paid, a creator needs an
          account with the payment provider, whose own terms apply to it.
        </p>
        <p>
          A creator may return a held payment to the brand’s card. Money that was released cannot be
          called back through the service.
        </p>
      </>
    ),
  },
  {
    id: 'review',
    title: 'Delivery and review',
    body: (
      <>
        <p>
          The brand approves a submission, or rejects it with a note that says what to change,
          within {REVIEW_WINDOW_TEXT} of its delivery. A rejected submission may be delivered again
          as a new version. We remind the brand before the time is over; a submission nobody
          answered within the {REVIEW_WINDOW_TEXT} <AfterSilence />.
        </p>
        <p>
          Changes that go beyond the project as described are a new agreement and may cost extra.
        </p>
      </>
    ),
  },
  {
    id: 'licence',
    title: 'Rights in the content',
    body: (
      <>
        <p>
          {licence.owner} {licence.grant} Before approval and payment the brand may only look at it
          to review it.
        </p>
        <p>{licence.noTraining}</p>
        <p>{licence.other}</p>
        <p>
          The creator confirms that the content is their own work, that people who can be recognised
          in it agreed, and that music and other material in it may be used in this way.
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'Conduct',
    body: (
      <p>
        The{' '}
        <Link className="link" to={paths.communityGuidelines}>
          Community Guidelines
        </Link>{' '}
        are part of these terms. We may remove content, pause a project or suspend an account that
        breaks them, and will say why unless the law forbids it. Money held for work that was
        delivered and approved is not kept back because of a suspension.
      </p>
    ),
  },
  {
    id: 'disputes-between-users',
    title: 'When brand and creator disagree',
    body: (
      <p>
        Talk first: most things are settled in the conversation of the project. If that fails,
        either side may ask us to look at it. While a dispute is open, held money stays where it is.
        We read the brief, the conversation and the deliverables, and decide whether the held money
        is released, returned or divided. Our decision about held money is final within the service;
        it does not take away anybody’s rights under the law.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    body: (
      <>
        <p>
          The service is provided as it is. We do not promise that it is free of errors or always
          available, nor do we answer for the work, the payment behaviour or the statements of
          users.
        </p>
        <p>
          To the extent the law allows, our total liability to you for everything that arises from
          the service is limited to the greater of $100 or the amount you paid to us in the
          preceding six months. We are not liable for lost profit or other indirect damage. Nothing
          here limits liability that cannot be limited by law.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'Ending the agreement',
    body: (
      <p>
        You may close your account at any time once no money of yours is held and no accepted
        project is open. We may end the agreement with reasonable notice, or at once for a serious
        breach. What was agreed about content, licence, payment and liability continues.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We announce changes at least {CHANGE_NOTICE_TEXT} ahead, by email or in the product.
        Projects already accepted finish under the terms they began with. If you do not agree with a
        change, stop using the service before it takes effect.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law and arbitration',
    body: (
      <>
        <p>
          These terms are governed by the law of the State of Michigan, without its rules on
          conflict of laws.
        </p>
        <p>
          Disputes between you and us are resolved by binding arbitration before a single
          arbitrator, individually and not as a class. Either of us may instead go to a small claims
          court that has jurisdiction, and may ask a court for an injunction to protect intellectual
          property.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Write to{' '}
        <a className="link" href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
        , or see{' '}
        <Link className="link" to={paths.contact}>
          Contact
        </Link>
        .
      </p>
    ),
  },
]

function AfterSilence() {
  return useReviewWords()('terms')
}

/** The current fee; a deal keeps the fee it was accepted with. */
function FeeClause() {
  return useFeeWords()('clause')
}

/** The terms. Their facts come from SPEC §6 and §9; the wording is ours. */
export function Terms() {
  return (
    <LegalPage
      title="Terms of Service"
      lead={`The agreement between you and ${brand.name}, in plain words: who may do what, and what happens to the money.`}
      sections={sections}
      getStarted
    />
  )
}
