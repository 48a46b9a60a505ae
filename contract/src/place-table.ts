// The places that travellers leave from and ask for, from general knowledge. A line that begins at the margin is a state, a
// union territory or a country; the indented lines below it are places in it. The names after the colon mean the same place:
// former and English names, local scripts, common misspellings, abbreviations, airport codes. A name that means two places
// is listed with the one that travellers mean: Aurangabad and Hyderabad, Bilaspur and Udaipur with the larger city, UK with
// the United Kingdom, KL with Kuala Lumpur.

export const indianPlaces = `
Andaman and Nicobar Islands: Andaman, Andamans, Andaman and Nicobar, Andaman Nicobar, Andaman Islands, A&N, A&N Islands, Andman, Andeman, अंडमान, अंडमान और निकोबार, আন্দামান, Andaman Nikobar, Andamaan
  Port Blair: Sri Vijaya Puram, Sri Vijayapuram, Portblair, IXZ, पोर्ट ब्लेयर
  Havelock Island: Havelock, Swaraj Dweep, Swarajdweep, Havlock
  Neil Island: Neil, Shaheed Dweep
  Baratang: Baratang Island
  Diglipur
Andhra Pradesh: Andhra, AP, Andra Pradesh, Andhrapradesh, ఆంధ్రప్రదేశ్, ఆంధ్ర ప్రదేశ్, आंध्र प्रदेश
  Visakhapatnam: Vizag, Vishakapatnam, Vishakhapatnam, Visakapatnam, Waltair, VTZ, విశాఖపట్నం, विशाखापत्तनम, Vishakapatanam, Vizagapatnam, Vizak, Vishakhapattanam
  Vijayawada: Bezawada, Vijaywada, VGA, విజయవాడ, विजयवाड़ा, Bezwada, Vijayavada
  Tirupati: Tirupathi, Thirupathi, Tirumala, Tirupati Balaji, తిరుపతి, तिरुपति, Tirupathy, Thirupati
  Guntur: గుంటూరు
  Amaravati: Amravathi, Amaravathi, అమరావతి
  Nellore: నెల్లూరు
  Kurnool: Karnool
  Rajahmundry: Rajamahendravaram, Rajamundry, Rajmundry
  Kakinada: Cocanada
  Anantapur: Anantpur, Anantapuramu
  Kadapa: Cuddapah
  Araku Valley: Araku, Arakku
  Srisailam
  Puttaparthi
  Lepakshi
  Srikalahasti: Kalahasti
  Gandikota
Arunachal Pradesh: Arunachal, Arunanchal, Arunachal Pardesh, अरुणाचल प्रदेश
  Tawang: Tavang, तवांग
  Itanagar
  Ziro: Ziro Valley
  Bomdila
  Mechuka: Menchuka
  Pasighat
Assam: Asam, অসম, असम, আসাম, Asom
  Guwahati: Gauhati, Guwahathi, Gowhati, GAU, গুৱাহাটী, গুয়াহাটি, गुवाहाटी, Guwahti, Guwhati, Gwahati
  Kaziranga: Kaziranga National Park, Kazhiranga, Kajiranga
  Majuli
  Dibrugarh
  Jorhat
  Silchar
  Tezpur
  Sivasagar: Sibsagar
  Manas: Manas National Park
Bihar: Behar, बिहार
  Patna: PAT, पटना, Patana, পাটনা
  Gaya: गया
  Bodh Gaya: Bodhgaya, Buddha Gaya, बोधगया
  Rajgir
  Nalanda
  Muzaffarpur: Mujaffarpur
  Bhagalpur
  Darbhanga
  Vaishali
Chandigarh: Chandigargh, Chandighar, IXC, चंडीगढ़, ਚੰਡੀਗੜ੍ਹ
Chhattisgarh: Chattisgarh, Chhatisgarh, Chattishgarh, छत्तीसगढ़, CG
  Raipur: RPR, रायपुर
  Bilaspur
  Bhilai: Bhilai Durg
  Durg
  Korba
  Jagdalpur: Bastar
  Chitrakote: Chitrakote Falls
Dadra and Nagar Haveli and Daman and Diu: Dadra and Nagar Haveli, DNH, Daman and Diu, Daman Diu
  Daman: દમણ
  Diu: દીવ
  Silvassa: Selvassa
Delhi: New Delhi, Dilli, Dehli, Dehlhi, Delhi NCR, NCR, DEL, NDLS, Old Delhi, Newdelhi, दिल्ली, नई दिल्ली, ਦਿੱਲੀ, দিল্লি, டெல்லி, ఢిల్లీ, ದೆಹಲಿ, ഡൽഹി, દિલ્હી, دہلی, Delhy, Dilhi
Goa: GOI, GOX, Gova, Goa State, गोवा, गोंय, ಗೋವಾ, ગોવા, Goaa
  North Goa: Goa North
  South Goa: Goa South
  Calangute
  Baga
  Anjuna
  Palolem
  Panaji: Panjim, Pangim, पणजी
  Margao: Madgaon
  Vasco da Gama: Vasco
Gujarat: Gujrat, Gujarath, Gujrath, Guzarat, ગુજરાત, गुजरात, GJ
  Ahmedabad: Ahemdabad, Ahmadabad, Amdavad, Ahmdabad, Ahemadabad, Karnavati, AMD, અમદાવાદ, अहमदाबाद, Ahmedbad, Ahemdbad, Ahemedabad
  Surat: Soorat, STV, સુરત, सूरत, Surath
  Vadodara: Baroda, Vadodra, Wadodara, Badoda, BDQ, વડોદરા, वडोदरा, बड़ौदा
  Rajkot: Rajkote, રાજકોટ, राजकोट
  Gandhinagar: ગાંધીનગર, गांधीनगर
  Bhavnagar: Bhaunagar
  Jamnagar: Nawanagar
  Junagadh: Junagarh
  Anand
  Bhuj
  Gandhidham
  Rann of Kutch: Kutch, Kachchh, Kutchh, Cutch, Rann of Kachchh, Great Rann of Kutch, White Rann, કચ્છ, कच्छ
  Gir: Gir National Park, Sasan Gir, Gir Forest
  Dwarka: Dwaraka, Dvarka, દ્વારકા, द्वारका
  Somnath: Somanath, Somnath Temple, સોમનાથ, सोमनाथ
  Statue of Unity: Kevadia, Ekta Nagar, SOU
  Porbandar
  Saputara
  Vapi
  Navsari
  Bharuch: Broach
  Ankleshwar
  Palitana
Haryana: Hariyana, हरियाणा, HR
  Gurugram: Gurgaon, Gurgoan, Gudgaon, Gurgram, गुरुग्राम, गुड़गांव
  Faridabad: Fridabad, फरीदाबाद
  Panipat
  Ambala: Ambala Cantt
  Karnal
  Hisar: Hissar
  Rohtak
  Sonipat: Sonepat
  Panchkula
  Kurukshetra
Himachal Pradesh: Himachal, HP, Himanchal, Himachal Pardesh, Himachalpradesh, हिमाचल प्रदेश, हिमाचल, Himanchal Pradesh, Himachal Pradhesh
  Shimla: Simla, Shimlaa, Shima, SLV, शिमला
  Manali: Manaali, Mnali, Manalli, मनाली, Mnaali, Menali
  Dharamshala: Dharamsala, Dharmshala, Dharmsala, धर्मशाला
  McLeod Ganj: McLeodganj, Mcleodgunj
  Dalhousie: Dalhousi, Dalhauzi, डलहौजी
  Kasol: Kasool
  Spiti Valley: Spiti, Spity, Kaza
  Kullu: Kulu, कुल्लू
  Bir Billing: Bir, Bir Biling
  Kasauli: Kasouli
  Khajjiar: Khajiar
  Chamba
  Solan
  Mandi
  Kinnaur: Kalpa
  Palampur
  Chail
  Tirthan Valley: Tirthan
Jammu and Kashmir: J&K, JK, Jammu Kashmir, Kashmir, Kashmir Valley, Kasmir, Cashmere, Kashmeer, जम्मू और कश्मीर, जम्मू कश्मीर, कश्मीर, کشمیر, Kashmiir
  Srinagar: Shrinagar, Sri Nagar, SXR, श्रीनगर, سری نگر, Srinagr, Shreenagar
  Gulmarg: Gulmerg, गुलमर्ग
  Pahalgam: Pahelgam, Pehalgam, Phalgam, पहलगाम
  Amarnath: Amarnath Yatra, Amar Nath, अमरनाथ
  Sonamarg: Sonmarg, Sonmerg
  Vaishno Devi: Vaishnodevi, Mata Vaishno Devi, Vaishno Devi Katra, Katra, वैष्णो देवी, Vaishnavi Devi, Vaishno Mata
  Jammu: Jammu Tawi, IXJ, जम्मू
  Patnitop
  Doodhpathri: Doodhpatri
Jharkhand: Jharkand, झारखंड, JH
  Ranchi: IXR, रांची
  Jamshedpur: Tatanagar, Tata Nagar
  Dhanbad
  Bokaro: Bokaro Steel City
  Deoghar: Devghar, Baidyanath Dham
  Hazaribagh: Hazaribag
  Netarhat
Karnataka: Karnatka, Karnatak, Karnatake, ಕರ್ನಾಟಕ, कर्नाटक, KA
  Bengaluru: Bangalore, Banglore, Bangalor, Bangaluru, Bengalore, Bengluru, Bengalooru, Banglaore, Benguluru, Bangalore City, BLR, B'lore, ಬೆಂಗಳೂರು, बेंगलुरु, बेंगलूरु, बंगलौर, बैंगलोर, பெங்களூரு, பெங்களூர், బెంగళూరు, ബെംഗളൂരു, ബാംഗ്ലൂർ, বেঙ্গালুরু, Bangalur, Bangluru, Benglore, Bangalooru
  Mysuru: Mysore, Mysoor, Maisur, MYQ, ಮೈಸೂರು, मैसूर, मैसूरु, Mysor
  Mangaluru: Mangalore, Manglore, IXE, ಮಂಗಳೂರು, मंगलौर
  Hubballi: Hubli, Hubli Dharwad, HBX, ಹುಬ್ಬಳ್ಳಿ
  Belagavi: Belgaum, Belgaon, IXG, ಬೆಳಗಾವಿ, बेळगाव
  Kalaburagi: Gulbarga
  Ballari: Bellary
  Vijayapura: Bijapur
  Shivamogga: Shimoga
  Tumakuru: Tumkur
  Davanagere: Davangere
  Dharwad: Dharwar
  Bidar
  Hassan
  Udupi: Udipi
  Coorg: Kodagu, Madikeri, Mercara, Kurg, ಕೊಡಗು, कूर्ग, Coorgh, Koorg
  Hampi: Hampe, Hospet, Hosapete, ಹಂಪಿ
  Gokarna: Gokarn, ಗೋಕರ್ಣ
  Chikmagalur: Chikkamagaluru, Chikmaglur, Chickmagalur, Chikamagalur, ಚಿಕ್ಕಮಗಳೂರು
  Kabini: Nagarhole, Nagarahole
  Bandipur: Bandipur National Park
  Dandeli
  Karwar
  Badami
  Murudeshwar: Murdeshwar
  Jog Falls
Kerala: Kerela, Keral, Keralam, Kerla, God's Own Country, കേരളം, കേരള, केरल, கேரளா, কেরল, ಕೇರಳ, కేరళ, Kerala State, Keralaa
  Kochi: Cochin, Kochin, Cochi, Ernakulam, COK, കൊച്ചി, കൊച്ചിൻ, कोच्चि, कोचीन, Kocchi
  Thiruvananthapuram: Trivandrum, Trivendrum, Thiruvanathapuram, Tiruvananthapuram, TRV, തിരുവനന്തപുരം, तिरुवनंतपुरम, Thiruvanandapuram, Thiruvanthapuram, Trivandram, Tvm
  Kozhikode: Calicut, Kozikode, Kozhikhode, CCJ, കോഴിക്കോട്, कोझिकोड, कालीकट
  Thrissur: Trichur, Trissur, തൃശ്ശൂർ
  Munnar: Munar, Moonnar, Munnaar, മൂന്നാർ, मुन्नार
  Alleppey: Alappuzha, Allepey, Alleppy, Allepy, Alappuza, Alapuzha, ആലപ്പുഴ, अलेप्पी, Allapuzha, Allappuzha, Aleppey, Allepuzha
  Thekkady: Thekady, Tekkady, Periyar, Kumily, തേക്കടി
  Wayanad: Wynad, Waynad, Wyanad, Vayanad, വയനാട്, वायनाड, Waynaad, Wayanadu
  Varkala: Varkkala, വർക്കല
  Kovalam: Covalam, കോവളം
  Kumarakom: Kumarakam, കുമരകം
  Poovar
  Kollam: Quilon, കൊല്ലം
  Kannur: Cannanore, കണ്ണൂർ
  Palakkad: Palghat, പാലക്കാട്
  Kottayam: കോട്ടയം
  Kasaragod: Kasargod, Bekal
  Malappuram
  Guruvayur: Guruvayoor
  Sabarimala: Shabarimala
  Vagamon: Wagamon
  Athirappilly: Athirapally
Ladakh: Ladhak, Ladak, Leh Ladakh, Laddakh, लद्दाख, ལ་དྭགས, Ladhakh, Ladakh UT
  Leh: IXL, लेह
  Nubra Valley: Nubra
  Pangong Lake: Pangong, Pangong Tso, Pengong
  Kargil
  Zanskar
Lakshadweep: Lakshdweep, Laccadive Islands, Lakshadeep, लक्षद्वीप, ലക്ഷദ്വീപ്, Lakshadweep Islands
  Agatti: Agatti Island
  Bangaram: Bangaram Island
Madhya Pradesh: MP, Madhyapradesh, Madhya Pardesh, मध्य प्रदेश
  Bhopal: BHO, भोपाल, Bopal
  Indore: Indor, Indaur, IDR, इंदौर
  Gwalior: Gwaliar, Gwaliyar, ग्वालियर
  Jabalpur: Jubbulpore, Jabbalpur, जबलपुर
  Ujjain: Ujain, Mahakaleshwar, उज्जैन
  Khajuraho: Kajuraho, Khajurao, खजुराहो, Kajurao
  Kanha: Kanha National Park
  Bandhavgarh: Bandhavgad, Bandhavgarh National Park
  Orchha: Orcha
  Pachmarhi: Panchmarhi, Pachmari
  Sanchi
  Mandu
  Omkareshwar
  Pench: Pench National Park
  Sagar: Saugor
  Maheshwar
Maharashtra: Maharastra, Maharashtr, Maharashta, MH, महाराष्ट्र
  Mumbai: Bombay, Mumbay, Mumbi, Munbai, Bambai, BOM, Mumbai City, मुंबई, मुम्बई, મુંબઈ, মুম্বই, மும்பை, ముంబై, ಮುಂಬೈ, മുംബൈ, بمبئی, Bombai, Bambay, Mumbia, Greater Mumbai
  Navi Mumbai: New Bombay, Vashi, New Mumbai, नवी मुंबई
  Thane: Thana, ठाणे
  Pune: Poona, Puna, Pooney, PNQ, पुणे, पूना, Poone
  Nagpur: Nagpore, NAG, नागपुर, नागपूर, Nagpoor
  Nashik: Nasik, Nasick, नाशिक, नासिक
  Chhatrapati Sambhajinagar: Aurangabad, Sambhajinagar, Sambhaji Nagar, Chhatrapati Sambhaji Nagar, Chatrapati Sambhajinagar, IXU, औरंगाबाद, छत्रपती संभाजीनगर, छत्रपति संभाजीनगर
  Dharashiv: Osmanabad
  Ahilyanagar: Ahmednagar, Ahmadnagar
  Kolhapur: कोल्हापूर, कोल्हापुर
  Solapur: Sholapur, सोलापूर
  Amravati
  Sangli
  Satara
  Latur
  Akola
  Nanded
  Jalgaon
  Ratnagiri
  Lonavala: Lonawala, Lonavla, लोणावळा
  Mahabaleshwar: Mahableshwar, Mahabaleswar, महाबळेश्वर
  Ajanta and Ellora: Ajanta, Ellora, Ajanta Ellora, Ajanta Caves, Ellora Caves
  Khandala
  Panchgani
  Shirdi: Shirdi Sai Baba, Shiradi, शिर्डी
  Alibaug: Alibag
  Tadoba: Tadoba National Park
  Matheran
  Malvan: Tarkarli, Sindhudurg
  Ganpatipule: Ganapatipule
  Trimbakeshwar: Tryambakeshwar
  Kalyan
  Vasai: Bassein, Vasai Virar
Manipur: Manipoor, মণিপুর, मणिपुर
  Imphal: IMF
  Loktak Lake
Meghalaya: Meghalya, Megalaya, मेघालय, মেঘালয়
  Shillong: Shilong, Shillon, SHL, शिलांग, শিলং
  Cherrapunji: Cherrapunjee, Sohra, Cherapunji, Cherrapunjee Sohra, Cherapunjee, Cherrapunjii
  Dawki: Umngot
  Mawlynnong
Mizoram: मिज़ोरम
  Aizawl: Aizwal
Nagaland: नागालैंड
  Kohima
  Dimapur
Odisha: Orissa, Odissa, Orisa, ଓଡ଼ିଶା, ओडिशा, उड़ीसा, OD
  Bhubaneswar: Bhubaneshwar, Bhuvaneshwar, Bhubneshwar, BBI, ଭୁବନେଶ୍ୱର, भुवनेश्वर
  Puri: Jagannath Puri, Pooree, Jagannathpuri, ପୁରୀ, पुरी
  Cuttack: Katak, କଟକ
  Konark: Konarak
  Chilika Lake: Chilika, Chilka, Chilka Lake
  Rourkela: Raurkela
  Sambalpur
  Gopalpur
Puducherry: Pondicherry, Pondy, Pondichery, Puduchery, Pondicherri, Puduchcheri, Auroville, புதுச்சேரி, பாண்டிச்சேரி, पुडुचेरी, पांडिचेरी, Puducheri, Pudhucherry, Puduchari, Pondichary, पुदुच्चेरी, पुद्दुचेरी
  Karaikal
Punjab: Panjab, Panjaab, ਪੰਜਾਬ, पंजाब, PB
  Amritsar: Amritser, Amritsir, ATQ, ਅੰਮ੍ਰਿਤਸਰ, अमृतसर, Amristar, Golden Temple
  Ludhiana: Ludhianna, ਲੁਧਿਆਣਾ, लुधियाना
  Jalandhar: Jullundur, Jalandar, ਜਲੰਧਰ, जालंधर
  Patiala
  Bathinda: Bhatinda
  Mohali: Sahibzada Ajit Singh Nagar, SAS Nagar
  Pathankot
Rajasthan: Rajsthan, Rajastan, Rajashtan, Rajesthan, राजस्थान, રાજસ્થાન, RJ, Rajastha
  Jaipur: Jaypur, Jaipure, Pink City, JAI, जयपुर, Jaipoor, Jaypore
  Udaipur: Udaypur, Udaypure, City of Lakes, UDR, उदयपुर, Udaipoor
  Jodhpur: Jodhpure, Blue City, JDH, जोधपुर
  Jaisalmer: Jaiselmer, Jesalmer, Jaisalmir, जैसलमेर
  Pushkar: Puskar, पुष्कर
  Mount Abu: Mt Abu, Mountabu, Abu Road, माउंट आबू
  Ranthambore: Ranthambhore, Ranthambhor, Sawai Madhopur, रणथंभौर
  Bikaner: Bikaneer, बीकानेर
  Chittorgarh: Chittor, Chittaurgarh, Chittorgadh, चित्तौड़गढ़
  Ajmer: Ajmere, अजमेर
  Kota: Kotah, कोटा
  Alwar: Ulwar
  Bharatpur
  Bundi
  Kumbhalgarh: Kumbalgarh
  Nathdwara: Shrinathji
  Shekhawati: Mandawa
  Khatu Shyam: Khatushyam, Khatu Shyam Ji
  Bhilwara
Sikkim: Sikim, सिक्किम
  Gangtok: Gangtock, Gantok, गंगटोक, Gangtuk
  Pelling: Peling
  Lachung
  Lachen
  Namchi
  Zuluk
Tamil Nadu: Tamilnadu, TN, Tamil Naadu, Tamilnad, தமிழ்நாடு, तमिलनाडु
  Chennai: Madras, Chenai, Chinnai, Channai, Chennei, MAA, சென்னை, चेन्नई, చెన్నై, ಚೆನ್ನೈ, ചെന്നൈ, চেন্নাই, मद्रास, Chennay, Chenne
  Coimbatore: Kovai, Coimbatur, Coimbator, CJB, கோயம்புத்தூர், கோவை, कोयंबटूर, Coimbtore, Coimbatoor
  Madurai: Madura City, Mathurai, IXM, மதுரை, मदुरै, Maduri
  Tiruchirappalli: Trichy, Tiruchi, Trichinopoly, Tiruchirapalli, TRZ, திருச்சிராப்பள்ளி, திருச்சி, Thiruchirappalli, Thiruchi, Tirichy
  Thanjavur: Tanjore, Tanjavur, தஞ்சாவூர்
  Salem: சேலம்
  Tirunelveli: Tinnevelly, Nellai, திருநெல்வேலி
  Thoothukudi: Tuticorin, தூத்துக்குடி
  Tiruppur: Tirupur
  Erode
  Vellore
  Hosur
  Kumbakonam
  Kanchipuram: Kancheepuram, Conjeevaram, காஞ்சிபுரம்
  Ooty: Udhagamandalam, Udagamandalam, Ootacamund, Uti, Ootty, Ooti, ஊட்டி, उटी, ऊटी, Utty, Otty, Udhagai
  Coonoor
  Kodaikanal: Kodai, Kodaikanaal, Kodaicanal, Kodikanal, கொடைக்கானல், कोडाइकनाल, Kodaikanel, Kodaikkanal
  Rameswaram: Rameshwaram, Ramesvaram, Rameswarm, இராமேஸ்வரம், ராமேஸ்வரம், रामेश्वरम, Rameshwar, Rameshvaram
  Kanyakumari: Kanniyakumari, Cape Comorin, Kanya Kumari, கன்னியாகுமரி, कन्याकुमारी, Kanyakumary
  Mahabalipuram: Mamallapuram, Mahabalipuram Beach, மாமல்லபுரம்
  Yercaud
  Tiruvannamalai: Thiruvannamalai
  Chidambaram
  Velankanni
  Nagercoil
Telangana: Telengana, Telangna, TS, తెలంగాణ, तेलंगाना, TG
  Hyderabad: Hydrabad, Hyderbad, Hydreabad, Haidarabad, Hyderabaad, Secunderabad, Cyberabad, HYD, హైదరాబాద్, हैदराबाद, حیدرآباد, Haiderabad, Hydarabad, Hyderabd, Hydrebad
  Warangal: Orugallu, వరంగల్
  Karimnagar
  Nizamabad
  Khammam
Tripura: ত্রিপুরা, त्रिपुरा
  Agartala: Agarthala, IXA, আগরতলা
  Unakoti
Uttar Pradesh: UP, Uttarpradesh, Utter Pradesh, Uttar Pardesh, United Provinces, उत्तर प्रदेश, Uttarpardesh, Uttar Pradhesh
  Agra: Agara, Taj Mahal, AGR, आगरा
  Varanasi: Banaras, Benares, Banares, Kashi, Varansi, Varanassi, VNS, वाराणसी, बनारस, काशी, Varansai, Vanarasi, Baranasi, Benaras, Waranasi
  Ayodhya: Ayodhaya, Ayodya, Faizabad, अयोध्या
  Mathura and Vrindavan: Mathura, Vrindavan, Mathura Vrindavan, Brindavan, Vrindaban, Muttra, मथुरा, वृंदावन
  Lucknow: Lakhnau, Luknow, Lacknow, LKO, लखनऊ, لکھنؤ, Lucnow, Lakhnaw, Lucknao
  Kanpur: Cawnpore, Kanpoor, Kaanpur, कानपुर
  Prayagraj: Allahabad, Prayag, Ilahabad, Alahabad, Pryagraj, Prayag Raj, IXD, प्रयागराज, इलाहाबाद
  Noida: Greater Noida, New Okhla, Nodia, नोएडा
  Ghaziabad: Gaziabad, Ghaziabaad, गाजियाबाद
  Meerut: Merath, Mirath, मेरठ
  Bareilly: Bareli, Bareily, बरेली
  Gorakhpur: गोरखपुर
  Aligarh: अलीगढ़
  Moradabad: Muradabad
  Jhansi: झांसी
  Saharanpur
  Mirzapur
  Mughalsarai: Deen Dayal Upadhyaya Nagar
  Chitrakoot: Chitrakut
  Sarnath
  Fatehpur Sikri: Fatehpursikri
  Kushinagar
  Dudhwa: Dudhwa National Park
Uttarakhand: Uttaranchal, Utrakhand, Uttrakhand, Uttarakand, Uttarkhand, उत्तराखंड, उत्तराखण्ड
  Dehradun: Dehra Dun, Deharadun, Dehradoon, DED, देहरादून
  Rishikesh: Hrishikesh, Rishikes, Rushikesh, ऋषिकेश, Risikesh
  Haridwar: Hardwar, Hardiwar, हरिद्वार, Haridvar, Hari Dwar, Hardwaar
  Nainital: Naini Tal, Nanital, Nainithal, नैनीताल, Nainitaal, Nenital
  Mussoorie: Mussorie, Masoori, Mussourie, Musoorie, मसूरी, Masuri, Musoori
  Auli: Auli Ski Resort
  Jim Corbett: Corbett, Jim Corbett National Park, Corbett National Park, Ramnagar, Jim Corbet
  Kedarnath: Kedar Nath, केदारनाथ
  Badrinath: Badri Nath, Badrinarayan, बद्रीनाथ
  Char Dham: Chardham, Char Dham Yatra, Chardham Yatra, चार धाम
  Valley of Flowers: Flower Valley
  Almora
  Ranikhet
  Lansdowne: Lansdown
  Kausani
  Chopta: Tungnath
  Haldwani
  Gangotri
  Yamunotri
  Mukteshwar
  Bhimtal
West Bengal: WB, Westbengal, Bengal, Paschim Banga, পশ্চিমবঙ্গ, पश्चिम बंगाल, Paschimbanga
  Kolkata: Calcutta, Kolkatta, Kolkatha, Calcuta, Kalkata, Culcutta, CCU, কলকাতা, कोलकाता, कलकत्ता, கொல்கத்தா, Kolkota, कोलकता
  Darjeeling: Darjiling, Darjeling, Darjelling, Darjeelling, দার্জিলিং, दार्जिलिंग, Darjilling, Darjelin, Darjeeling Hills
  Siliguri: Silliguri, Bagdogra, IXB, শিলিগুড়ি
  Sundarbans: Sunderbans, Sundarban, Sunderban, সুন্দরবন
  Kalimpong: Kalimpon, কালিম্পং
  Digha: Deegha
  Howrah: Haora, হাওড়া
  Durgapur
  Asansol
  Shantiniketan: Santiniketan, Bolpur
  Dooars: Doars
  Mandarmani
`

export const foreignPlaces = `
United Arab Emirates: UAE, Emirates
  Dubai: Dubay, Dubia, Dubaai, DXB, दुबई, دبي, துபாய், ദുബായ്, Dubi, Dubaii, दुबइ
  Abu Dhabi: Abudhabi, Abu Dabi, AUH, अबू धाबी
  Sharjah: शारजाह
Indonesia: Indonesa, इंडोनेशिया
  Bali: Bally, Denpasar, DPS, Bali Indonesia, बाली
  Jakarta: Djakarta
  Lombok
Maldives: Maldive, Maldivs, Maldieves, Maldive Islands, Male, MLE, मालदीव, മാലിദ്വീപ്, Maldeves, Malidives, Maldivies
Thailand: Thiland, Tailand, Thailnd, Thialand, Siam, थाईलैंड, तायलंड, Tahiland, Thailend
  Bangkok: Bankok, Bangkock, Bancock, BKK, बैंकॉक
  Phuket: Puket, Phukhet, HKT, फुकेट, Fuket
  Pattaya: Pataya, Patttaya, Patya, पटाया
  Krabi: Kraabi
  Koh Samui: Ko Samui, Samui
  Chiang Mai: Chiangmai
  Phi Phi Islands: Phi Phi, Phi Phi Island
Singapore: Singapur, Singapor, Singapoor, SIN, सिंगापुर, சிங்கப்பூர், Singapoure, Sinagpore
Sri Lanka: Srilanka, Shri Lanka, Shrilanka, Ceylon, श्रीलंका, இலங்கை, Srilankan, Sreelanka, Sree Lanka
  Colombo: Columbo, CMB
  Kandy
  Bentota
Nepal: Nepaul, Naipal, नेपाल
  Kathmandu: Katmandu, Khatmandu, Kathmandoo, KTM, काठमांडू, Kathmando, Kathamandu
  Pokhara: Pokara
  Muktinath
  Lumbini
Bhutan: Bhootan, Butan, भूटान, འབྲུག
  Thimphu: Thimpu
  Paro
  Phuentsholing: Phuntsholing
Malaysia: Malasia, Malaysiya, Malayasia, मलेशिया, மலேசியா, Malesia, Maleshia
  Kuala Lumpur: KL, KUL, Kualalumpur, Kuala Lampur
  Langkawi: Lankawi
  Penang: Pinang
  Genting Highlands: Genting
Vietnam: Viet Nam, Vietnaam, Veitnam, वियतनाम, Vietman
  Hanoi: Ha Noi
  Ho Chi Minh City: Saigon, HCMC, Ho Chi Minh
  Da Nang: Danang
  Phu Quoc
  Ha Long Bay: Halong Bay, Halong
Cambodia: Kampuchea
  Siem Reap: Angkor Wat, Siemreap
Laos
Myanmar: Burma
  Yangon: Rangoon
Philippines: Phillipines, Philipines, Phillippines
  Manila
  Boracay
Mauritius: Maritius, Mauritious, Mauritus, मॉरीशस, Maurituis, Moritius, Mouritius
Seychelles: Seychells, Seychelle
Switzerland: Swiss, Switzerlan, Swizerland, Switzarland, Schweiz, स्विट्जरलैंड, Switzerlend, Switserland, Swizerlend, स्विटजरलैंड
  Zurich
  Interlaken
  Geneva: Genf
  Lucerne: Luzern
France: फ्रांस
  Paris: Paaris, CDG, पेरिस
  Nice
United Kingdom: UK, Great Britain, Britain, GB
  England: Englend, इंग्लैंड
  London: Londan, LHR, Landan, लंदन
  Scotland
  Edinburgh
  Manchester
Ireland
  Dublin
Germany: Deutschland, Jermany, जर्मनी
  Berlin
  Munich: Muenchen, München
  Frankfurt
Italy: Italia, Itely, इटली
  Rome: Roma
  Venice: Venezia
  Milan: Milano
  Florence: Firenze
Spain: Espana
  Barcelona: Barcelone
  Madrid
Portugal
  Lisbon: Lisboa
Netherlands: Holland, The Netherlands
  Amsterdam: Amstardam
Belgium
  Brussels
Austria
  Vienna: Wien
Greece: Greese
  Athens
  Santorini: Santorin
Croatia
Czech Republic: Czechia
  Prague: Praha
Hungary
  Budapest
Norway
Sweden
  Stockholm
Denmark
  Copenhagen
Finland
  Helsinki
  Lapland
Iceland
  Reykjavik
Europe: Europ, Eurpoe, यूरोप
Turkey: Turkiye, Turky, तुर्की
  Istanbul: Istambul, Constantinople
  Cappadocia: Kapadokya
  Antalya
Georgia
  Tbilisi
Azerbaijan: Azerbaijaan, Azarbaijan
  Baku: Bakoo
Armenia
  Yerevan
Kazakhstan: Kazakstan
  Almaty: Alma Ata
Uzbekistan: Uzbekistaan
  Tashkent: Tashkant
Russia: Rusia, Russian Federation, रूस
  Moscow: Mosco
  St Petersburg: Saint Petersburg, Leningrad
Japan: Japaan, Nippon, जापान
  Tokyo: Tokio
  Osaka
  Kyoto
South Korea: Korea, Republic of Korea, Southkorea, दक्षिण कोरिया
  Seoul
China: चीन
  Beijing: Peking
  Shanghai: Shangai
Hong Kong: Hongkong, HK, Honkong, HKG, हांगकांग, हॉन्ग कॉन्ग
Macau: Macao
Taiwan
  Taipei
Australia: Austrelia, Austraila, ऑस्ट्रेलिया, Australlia
  Sydney: Sidney, Sydny
  Melbourne: Melborn
  Gold Coast
New Zealand: Newzealand, NZ, New Zeland, न्यूजीलैंड
  Auckland
  Queenstown
Fiji: Fiji Islands
French Polynesia
  Bora Bora
  Tahiti
United States: USA, US, America, United States of America, Amerika, अमेरिका
  New York: NYC, NY, New York City, Newyork, न्यूयॉर्क
  Las Vegas: Vegas
  Los Angeles: Losangeles, LAX, LA
  San Francisco: Sanfrancisco, SFO
  Hawaii
Canada: Canda, Kanada, कनाडा
  Toronto: Torronto
  Niagara Falls: Niagara
  Vancouver
Mexico
  Cancun
Brazil: Brasil
  Rio de Janeiro: Rio
Argentina
Peru
  Machu Picchu: Machupicchu
South Africa: Southafrica, दक्षिण अफ्रीका
  Cape Town: Capetown
Kenya: Keniya
  Masai Mara: Maasai Mara
  Nairobi
Tanzania
  Serengeti
  Zanzibar
Egypt: Egipt, Misr, मिस्र
  Cairo
Morocco
  Marrakech: Marrakesh
Namibia
Madagascar
Saudi Arabia: Saudi, KSA, Saudia
  Mecca: Makkah, Makka, मक्का, Makkah Sharif, Umrah, Umra
  Medina: Madinah
Qatar
  Doha
Oman
  Muscat: Maskat
Bahrain
Kuwait
Jordan
  Petra
Israel
  Jerusalem
  Tel Aviv
Bangladesh: Bangla Desh
  Dhaka: Dacca
  Cox's Bazar
Reunion Island
`
