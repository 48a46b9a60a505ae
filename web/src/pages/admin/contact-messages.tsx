import { ContactMessages } from '../../features/contact/contact-messages.tsx'

export default function ContactMessagesPage() {
  return <ContactMessages />
}
