/** Opens a WhatsApp chat with a phone number in E.164 form. */
export function whatsAppHref(phone: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}`
}
