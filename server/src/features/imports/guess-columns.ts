import type { ImportField } from '@raahi/contract/import-labels'
import { plainName } from '@raahi/contract/places'

/**
 * Headings of exports that agencies, portals and campaigns in India use, in English and Hindi. A heading that could be about
 * something else, such as 'Date' or 'Remarks', is not listed: an admin chooses its field.
 */
const headings: Record<ImportField, string> = {
  name: 'name, full name, your name, customer name, client name, lead name, guest name, traveller name, traveler name, passenger name, pax name, sender name, contact name, contact person, first name, last name, surname, naam, नाम, पूरा नाम, आपका नाम, ग्राहक का नाम, यात्री का नाम, पहला नाम, उपनाम',
  phone:
    'phone, phone number, phone no, mobile, mobile number, mobile no, mob, mob no, contact, contact number, contact no, cell, cell number, cell no, tel, telephone, ph, ph no, whatsapp, whatsapp number, whatsapp no, customer mobile, client mobile, sender mobile, फ़ोन, फ़ोन नंबर, फ़ोन नं, मोबाइल, मोबाइल नंबर, मोबाइल नं, संपर्क, संपर्क नंबर, सम्पर्क नंबर, दूरभाष, व्हाट्सएप, व्हाट्सऐप',
  email:
    'email, email id, email address, mail, mail id, customer email, client email, sender email, ईमेल, ईमेल आईडी, ईमेल पता, ई मेल',
  city: 'city, current city, your city, home city, city of residence, from city, departure city, origin city, sender city, from, leaving from, starting from, departure from, शहर, आपका शहर, वर्तमान शहर, प्रस्थान शहर',
  destination:
    'destination, destinations, travel destination, tour destination, trip destination, destination city, going to, travelling to, traveling to, to, trip to, place to visit, where to, गंतव्य, यात्रा स्थल, गंतव्य स्थान, कहाँ जाना है, कहां जाना है',
  travelDate:
    'travel date, date of travel, travelling date, date of journey, doj, journey date, departure date, onward date, start date, tour date, trip date, check in, check in date, यात्रा तिथि, यात्रा की तिथि, यात्रा की तारीख, यात्रा तारीख, यात्रा दिनांक, जाने की तारीख',
  travelMonth: 'travel month, month of travel, month, यात्रा का महीना, यात्रा माह, महीना, माह',
  travelDays:
    'days, no of days, number of days, total days, travel days, trip days, दिन, दिनों की संख्या',
  travelNights:
    'nights, no of nights, number of nights, total nights, travel nights, रात, रातें, रातों की संख्या',
  adult:
    'adult, adults, no of adults, number of adults, pax, no of pax, number of pax, total pax, travellers, travelers, no of travellers, number of travellers, persons, no of persons, number of persons, people, no of people, number of people, वयस्क, वयस्कों की संख्या, यात्रियों की संख्या, व्यक्ति',
  children:
    'children, child, no of children, number of children, kids, no of kids, number of kids, बच्चे, बच्चों की संख्या',
  infant: 'infant, infants, no of infants, number of infants, शिशु, शिशुओं की संख्या',
  tripType:
    'trip type, type of trip, travel type, tour type, kind of trip, यात्रा का प्रकार, यात्रा प्रकार',
  leadType:
    'lead type, type of lead, domestic or international, domestic international, within india or abroad',
  budgetPerPerson:
    'budget, budget per person, budget pp, budget per head, per person budget, per head budget, बजट, प्रति व्यक्ति बजट',
  message:
    'message, your message, requirement, requirements, special request, special requests, संदेश, आवश्यकता',
}

const fieldsByHeading = new Map(
  Object.entries(headings).flatMap(([field, list]) =>
    list.split(', ').map((heading) => [comparable(heading), field as ImportField] as const),
  ),
)

/** Without case, punctuation, spaces and what is in brackets: 'Travel_Date (DD/MM/YYYY)*' is 'traveldate'. */
function comparable(heading: string): string {
  return plainName(heading.replace(/\(.*?\)|\[.*?\]/g, '')).replaceAll(' ', '')
}

/**
 * Guesses the field of each heading; null for an unknown one. The first heading of a field has it, except that a first and a
 * last name are one name.
 */
export function guessFields(given: readonly string[]): (ImportField | null)[] {
  const taken = new Set<ImportField>()
  return given.map((heading) => {
    const field = fieldsByHeading.get(comparable(heading)) ?? null
    if (field === null || (taken.has(field) && !isNamePart(heading))) return null
    taken.add(field)
    return field
  })
}

const nameParts = new Set(['last name', 'surname', 'उपनाम'].map(comparable))

function isNamePart(heading: string): boolean {
  return nameParts.has(comparable(heading))
}
