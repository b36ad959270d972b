/** Of the page of terms, and of the frame of public pages. */
export const terms = {
  'Termos e privacidade': 'Terms and privacy',
  'Versão de {0}. O que acontece quando você assina, e com os seus dados.':
    'Version of {0}. What happens when you sign, and with your data.',
  'Esta não é a versão em vigor': 'This is not the version in force',
  'Ela vale para quem assinou enquanto estava em vigor.':
    'It holds for those who signed while it was in force.',
  'Ler a versão de {0}': 'Read the version of {0}',
  'Nesta página': 'On this page',
  Versões: 'Versions',
  'Cada assinatura guarda a versão que foi aceita. Todas continuam aqui.':
    'Each signature keeps the version that was accepted. All of them stay here.',
  'Versão de {0}': 'Version of {0}',
  ', em vigor': ', in force',
  'Esta é uma tradução': 'This is a translation',
  'Este é o texto que vale': 'This is the text that binds',
  'Ler em português': 'Read in Portuguese',
  'Ler a tradução': 'Read the translation',
  'O texto em português é o que vale. Ele é o que cada assinatura registra.':
    'The Portuguese text is the one that binds. It is what each signature records.',
  'Esta versão está só em português': 'This version is in Portuguese only',
  'Ela não está mais em vigor, e vale como está para quem assinou com ela.':
    'It is no longer in force, and holds as it stands for those who signed with it.',
  'Lacre, página inicial': 'Lacre, home page',
  Entrar: 'Sign in',
  'Abrir o painel': 'Open the dashboard',
  'Pular para o conteúdo': 'Skip to the content',
  'Lacre, assinaturas eletrônicas com prova.': 'Lacre, electronic signatures with proof.',
  'No celular': 'On your phone',
};

/** The terms by version, section and paragraph, for reading: the Portuguese binds. */
export const termsInForce = {
  '2026-11-30/assinatura/title': 'What signing here means',
  '2026-11-30/assinatura/0':
    'By signing, you declare that you have read the document shown on the screen and agree with it. Under Brazilian law an electronic signature is valid between parties that accept it (Provisional Measure 2.200-2/2001, art. 10, §2, and Law 14.063/2020).',
  '2026-11-30/assinatura/1':
    'Those who request the signature decide who takes part and what each person has to show. You can refuse, giving the reason, and the refusal is recorded in the same way.',
  '2026-11-30/registro/title': 'What is recorded',
  '2026-11-30/registro/0':
    'Name, CPF, email, the part you take, date and time, network address (IP), browser and device, the cryptographic digest (SHA-256) of the document that was shown and the version of these terms. When those who requested the signature demand it, your location too; in that case we tell you before we ask for the browser’s permission. If you draw your signature, the drawing is placed on the page of signatures; it does not serve to recognize anyone.',
  '2026-11-30/registro/1':
    'It is also recorded when you open each document for the first time and when you say that you have read it: date and time, device, network address and how many pages were shown. Those who requested the signature see these records, and they stay on the page of signatures.',
  '2026-11-30/registro/2':
    'A person who cannot read or write, or is unable to sign, can ask another person to sign in their name (in Brazil, “a rogo”) before two witnesses. In that case the name and CPF of the person who asked, why they do not sign, and the declarations of the one who signs for them and of the witnesses are recorded too; all of this appears on the page of signatures.',
  '2026-11-30/registro/3':
    'If those who requested the signature demand your face, we first ask for your consent and say what it serves for, how long it is kept and what other way of signing there is. The photos and the model of the face are encrypted and never enter the document, which carries only the result of the comparison. You can see and delete what we keep at any time.',
  '2026-11-30/registro/4':
    'These data make up the page of signatures and the timeline of the process. They serve to prove the signature, and are neither used for advertising nor sold.',
  '2026-11-30/lacre/title': 'The sealed document',
  '2026-11-30/lacre/0':
    'Once the signatures are gathered, the PDF receives a digital seal. The original content does not change, and any later alteration is noticed on the validation page. A file sent for validation is checked and discarded: we keep no copy.',
  '2026-11-30/privacidade/title': 'Your personal data',
  '2026-11-30/privacidade/0':
    'Processing follows the Brazilian General Data Protection Law (Law 13.709/2018). The organization that requests the signature decides what the data serve for; the platform processes them on its behalf.',
  '2026-11-30/privacidade/1':
    'You can ask the organization that sent the document for access to your data, or for their correction or deletion. In public validation, names and CPFs are masked.',
  '2026-11-30/aparelho/title': 'What we keep on your device',
  '2026-11-30/aparelho/0':
    'A session cookie, to keep you signed in, and screen preferences (theme, collapsed menu and the access address of your account). There are no trackers.',
  '2026-11-30/aparelho/1':
    'The only content of another site is the translation into Libras, the Brazilian sign language, when those who requested the signature offer it and you decide to open it. The texts that you choose, which may have names and data of the document, and the IP address of your device then go to the translation service. We tell you beforehand which one it is, and do not keep what you chose.',
};
