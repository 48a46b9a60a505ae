import { pictureDays } from '@raahi/contract/picture-limits'
import { Link, type MetaFunction } from 'react-router'
import { company, phoneHref } from '../../features/site/company.ts'
import { pageMeta, trail } from '../../features/site/site-meta.ts'
import { TextPage } from '../../features/site/text-page.tsx'
import { WhoWeAre, WriteToUs } from '../../features/site/write-to-us.tsx'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Privacy notice · Raahi',
    description:
      'What personal data Raahi collects, why, for how long, who sees your phone number, and how to access, correct, withdraw or erase it.',
    path: '/privacy',
    facts: [trail(['Privacy notice', '/privacy'])],
  })

const kept = [
  [
    'Your enquiry (quote form)',
    'Your name, phone number and email; your city; your destination, travel date or month, length of stay, number of travellers, kind of trip, budget and what matters most to you; how you heard about us; the text of your consent and when you gave it; when you verified your email or phone, if you did; your answer if we asked whether you still plan the trip.',
    'To find a travel agent for your trip and put the two of you in touch.',
  ],
  [
    'An enquiry that reached us another way',
    'What you entered in the lead form of an ad on Google, Facebook or Instagram, in a form on a partner’s website, or gave to a partner at a fair: the same details as in the quote form, further answers and a message, where you gave them, and the consent you gave there with its time and, if it was recorded, the IP address.',
    'The same: to find a travel agent for your trip.',
  ],
  [
    'A quote for your trip',
    'What the travel agent writes about your trip, and its price; how often and when the private link to the quote was opened; whether you pressed “I like it”, and the questions you ask there. We do not store your IP address or your device with it.',
    'To show you the agent’s offer, and to pass your answer on to the agent.',
  ],
  ['Your message (contact form)', 'Your name, email and message.', 'To reply to you.'],
  [
    'An agent’s account',
    'Name, company, email, phone, city, and a profile picture and KYC document if provided; the email of a person whom an agency invites, and each member’s role, last login and work, which the owner of the agency sees; purchases and payments; notes, follow-ups and calls about enquiries it has bought; quotes, quote templates and the agency’s logo; when and from which device the account was used; saved searches, when to alert you of new enquiries that match them, and the browsers in which you switch alerts on.',
    'To run the account, to tell the agent about new enquiries if it asks for that, to process payments and refunds correctly, and to keep the accounts the law requires. Travellers whose enquiry the agent buys see its agency, name, city, phone and whether we have verified it.',
  ],
  [
    'Visits to this site',
    'Your IP address, briefly, to limit how often our forms can be sent. No advertising, no tracking and no third-party cookies. Your browser stores your choice of light or dark mode and, until you close the tab, what you typed into a form. If scripts are turned off, a cookie holds the link to your enquiry for ten minutes.',
    'To keep the site working and safe.',
  ],
] as const

const parts = [
  {
    id: 'who',
    title: 'Who we are',
    text: (
      <p>
        <WhoWeAre /> is the Data Fiduciary under the Digital Personal Data Protection Act, 2023 for
        the personal data described in this notice. Write <WriteToUs />.
      </p>
    ),
  },
  {
    id: 'what',
    title: 'What we collect, and why',
    text: (
      <>
        <dl>
          {kept.map(([what, data, why]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{data}</dd>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
        <p>
          We collect only what is needed to plan a trip. For an enquiry, only your name and phone
          number are required; everything else is optional.
        </p>
      </>
    ),
  },
  {
    id: 'phone',
    title: 'Who sees your phone number',
    text: (
      <>
        <p>
          The Raahi team that reads enquiries, and one travel agent. Before buying, agents see only
          your name, city, destination, dates, group size and budget, not your phone number or
          email. Those are shown only to the one agent who buys your enquiry, and to the people of
          that agency who work on your trip. We sell each enquiry only once. If you verify your
          email or phone, agents see that it is verified, not the contact itself. If you ask for a
          code by SMS, our SMS provider gets your number and the code, to send it.
        </p>
        <p>
          When an agent buys your enquiry, we tell you who it is: agency, name, city and phone
          number, on the page behind your link and in one email. The page also lists when our team
          opened your contact or saved it to a file. Enquiries sent before this was part of the
          consent keep to what their consent says.
        </p>
        <p>
          If no one has called 24 hours after that, you can report it on the same page. We store
          your report and the agent’s answer with the enquiry; the agent and our team see both.
        </p>
        <p>
          The agent can write a quote for your trip on Raahi. You open it by a private link, which
          the agent sends you or which we send to the email of your enquiry. It shows the quote and
          the agency, not your contact details. Anyone who has the link can open it, so please pass
          it on only to people who may read it. The agent sees how often the link was opened, what
          you ask, and whether you like the quote. The link stops working when you withdraw your
          enquiry.
        </p>
        <p>
          If the agent tells us that you cannot be reached or are not travelling, we ask you once,
          by email, whether you are still planning the trip. You do not have to answer. We store
          your answer with the enquiry; the agent and our team see it, and it can give the agent its
          money back. If the agent wants to return your enquiry, we also compare your phone number
          and email with those of enquiries sold before, and store what was the same. The agent may
          send us screenshots as evidence, which can show your number and what you wrote to each
          other. Only that agent and our team see them.
        </p>
        <p>
          Agents pay us for an enquiry. The agent then uses your contact details in the course of
          its own business, and its terms with us allow this for your trip only. If the agent has
          set this up, we send what it bought to the agency’s own software too. We send nothing more
          about you once you have withdrawn. What that software answered is deleted after 30 days.
        </p>
        <p>
          We do not sell lists and we do not show advertisements. We share your data with no one
          else, unless a court order or Indian law requires it.
        </p>
        <p>
          An agent can switch on alerts about new enquiries on a phone or in a browser. They reach
          it through a service of the browser’s maker, which sees that a message is sent and to
          which browser, but cannot read it. An alert shows the trip, never your name, phone number
          or email.
        </p>
      </>
    ),
  },
  {
    id: 'consent',
    title: 'Your consent',
    text: (
      <p>
        We contact you and pass your enquiry on because you consented to it in the quote form, or in
        the form that sent us your enquiry. We keep the text you agreed to and the time. You can
        withdraw your consent as easily as you gave it: see the next section. Withdrawal does not
        affect processing that took place before it.
      </p>
    ),
  },
  {
    id: 'withdraw',
    title: 'How to access, correct, withdraw or erase',
    text: (
      <ul>
        <li>
          <strong>Use the link in your email.</strong> Your confirmation email has a private link to
          your enquiry. There you can check its status, verify your email, correct it or withdraw
          it. If no agent has bought it yet, a withdrawn enquiry goes off sale within a minute. If
          you have lost the link, <Link to="/my-enquiry">ask for it again</Link>: we send it only to
          the email of your enquiry.
        </li>
        <li>
          <strong>Write to us.</strong> From the email address in your enquiry, or quoting its
          reference number, write <WriteToUs />
          {company.grievanceEmail && (
            <>
              {' '}
              or use the <Link to="/contact">contact form</Link>
            </>
          )}
          . Within 30 days we will send you a copy of all the data we hold about you, or erase it,
          as you ask.
        </li>
        <li>
          <strong>If an agent already has your enquiry,</strong> we will tell the agent that you
          have withdrawn it. To have the agent’s own copy erased, please ask the agent.
        </li>
        <li>
          You may nominate another person to exercise these rights in the event of your death or
          incapacity.
        </li>
      </ul>
    ),
  },
  {
    id: 'long',
    title: 'How long we keep it',
    text: (
      <ul>
        <li>
          An enquiry that was rejected, withdrawn or not bought by any agent: 12 months. It is then
          erased automatically.
        </li>
        <li>
          An enquiry that an agent has bought: if you ask, we erase the enquiry and ask the agent to
          erase its own copy. What the agent bought (your name, contact details and trip) stays on
          the sale record, which only that agent and we can see, for as long as we must keep
          accounts: 8 years.
        </li>
        <li>
          Screenshots that the agent sent us when it wanted to return your enquiry: {pictureDays}{' '}
          days after our decision, or until we erase the enquiry. The files themselves are deleted
          within about a day after that.
        </li>
        <li>
          Notes that the agent wrote about your trip and its record of calls and messages to you:
          until we erase your enquiry. We delete them with it.
        </li>
        <li>
          The texts of the agent’s quotes for you, and your questions about them: until we erase
          your enquiry. The price, and when the quotes were opened, stay with the sale record.
        </li>
        <li>A contact form message: 12 months.</li>
        <li>
          An agent’s account: for as long as it exists. Its transaction records: 8 years, as
          accounting law requires. If the agent does not log in within 30 days of signing up, we
          delete the KYC document.
        </li>
      </ul>
    ),
  },
  {
    id: 'safe',
    title: 'How we keep it safe',
    text: (
      <p>
        Passwords are stored in a form that no one can read back. Every change made by our team is
        recorded. Our servers never send your phone number or email to an agent who has not bought
        your enquiry. If a breach happens despite this, we will inform you and the Data Protection
        Board of India without delay.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        Only adults may send an enquiry. About children travelling with you, we ask only how many
        there are. If you believe that a child has written to us, tell us and we will erase the
        data.
      </p>
    ),
  },
  {
    id: 'complain',
    title: 'Grievances',
    text: (
      <p>
        For any complaint, contact {company.grievanceOfficer}: write <WriteToUs />
        {company.phone && (
          <>
            {' '}
            or call <a href={phoneHref}>{company.phone}</a>
          </>
        )}
        . We reply within 7 days. If you are not satisfied with the reply, you may complain to the
        Data Protection Board of India.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        When we change this notice, we update the date at the top. The consent you gave with an
        enquiry stays as it was when you sent it.
      </p>
    ),
  },
] as const

export default function PrivacyPage() {
  return (
    <TextPage
      title="Privacy notice"
      summary="You tell us about your trip and we pass it on to one travel agent, no one else. You can access, correct, withdraw or erase your data at any time."
      since="23 November 2026"
      parts={parts}
    />
  )
}
