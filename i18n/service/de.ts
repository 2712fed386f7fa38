import type { ServiceTexts } from './texts.ts';

const texts: ServiceTexts = {
  problem: {
    invalid_request:
      'Die Anfrage ist so nicht zu gebrauchen. Laden Sie das Fenster neu und versuchen Sie es noch einmal.',
    unauthorized:
      'Der Schlüssel dieses Fensters ist hier nicht bekannt oder wurde widerrufen. Öffnen Sie Interlinear noch einmal.',
    insufficient_credit:
      'Dieser Auftrag hat {chars} Zeichen und kostet ebenso viele Credits. Das Konto hat {balance}, davon {reserved} für laufende Aufträge reserviert. Laden Sie das Konto auf, warten Sie laufende Aufträge ab oder senden Sie weniger Text.',
    not_found:
      'Das gibt es nicht mehr: Es wurde gelöscht, vielleicht in einem anderen Fenster. Laden Sie die Ansicht neu.',
    method_not_allowed:
      'Der Dienst kennt diese Anfrage nicht. Laden Sie das Fenster neu: Es ist vielleicht von einer anderen Version.',
    job_failed: 'Dieser Auftrag ist fehlgeschlagen. Wiederholen Sie ihn.',
    job_cancelled: 'Dieser Auftrag wurde abgebrochen; es gibt keine übersetzte Datei. Wiederholen Sie ihn.',
    layout_unavailable:
      'Das Layout dieses Dokuments ließ sich nicht wiederherstellen. Die Übersetzung gibt es als einfaches Dokument.',
    no_keychain:
      'Hier gibt es keinen Schlüsselbund, der einen Schlüssel aufbewahren könnte. Starten Sie den Dienst stattdessen mit {variable}.',
    idempotency_mismatch:
      'Diese Anfrage wurde schon mit anderem Inhalt gesendet. Senden Sie sie noch einmal.',
    quota_exceeded:
      'Dieses Konto hat in den letzten 24 Stunden {limit} Word-Dokumente übersetzt, mehr sind nicht erlaubt. Das nächste geht ab {frees_at}.',
    too_many_jobs:
      'Dieses Konto hat {limit} laufende Aufträge, mehr darf es nicht zugleich haben. Warten Sie, bis einer endet, oder brechen Sie einen ab.',
    internal_error:
      'Im Dienst ist ein Fehler aufgetreten. Sein Protokoll sagt mehr. Versuchen Sie es noch einmal.',
    engine_unavailable:
      'Keine Engine ist bereit, von {from} nach {to} zu übersetzen. Unter „Engines“ steht, was jeder fehlt.',
    storage_full:
      'Auf dem Datenträger mit dem Datenordner ist kein Platz mehr. Schaffen Sie Platz und versuchen Sie es noch einmal.',
    required: '„{field}“ fehlt. Geben Sie es an.',
    too_long: '„{field}“ ist länger als {limit} Zeichen. Kürzen Sie es.',
    too_many: '„{field}“ hat mehr als {limit} Einträge. Senden Sie weniger.',
    too_few: '„{field}“ ist leer. Fügen Sie etwas hinzu.',
    unknown_language: '„{value}“ ist keine hier bekannte Sprache. Wählen Sie eine aus der Liste.',
    unsupported_pair: 'Keine Engine hier übersetzt von {from} nach {to}. Wählen Sie andere Sprachen.',
    same_language: 'Ausgangs- und Zielsprache sind dieselbe. Wählen Sie eine andere Zielsprache.',
    auto_not_supported: 'Die Ausgangssprache wird hier nicht erkannt. Wählen Sie sie aus.',
    unknown_engine: 'Die Engine „{engine}“ gibt es hier nicht. Wählen Sie eine andere.',
    bad_json: 'Die Anfrage ist nicht zu lesen. Laden Sie das Fenster neu und versuchen Sie es noch einmal.',
    bad_glossary:
      'Das Glossar ist nicht zu gebrauchen. Jeder Eintrag braucht einen Begriff und eine Übersetzung.',
    not_multipart:
      'Die Datei kam nicht so an, wie der Dienst sie braucht. Laden Sie das Fenster neu und versuchen Sie es noch einmal.',
    not_json:
      'Die Anfrage kam nicht so an, wie der Dienst sie braucht. Laden Sie das Fenster neu und versuchen Sie es noch einmal.',
    truncated: 'Die Datei kam nicht vollständig an. Senden Sie sie noch einmal.',
    file_too_large: 'Die Datei ist größer als {limit} MB. Teilen Sie sie und senden Sie die Teile einzeln.',
    empty_file:
      'Die Datei ist leer (0 Bytes). Vielleicht wurde sie nicht vollständig gespeichert oder kopiert: Prüfen Sie sie und senden Sie sie noch einmal.',
    unsupported_file_type:
      'Dateien der Art .{extension} können hier nicht übersetzt werden. Speichern Sie den Text als {formats} und senden Sie das.',
    wrong_extension:
      'Die Datei heißt .{extension}, ist aber eine .{kind}-Datei. Benennen Sie sie so um, dass sie auf .{kind} endet, und senden Sie sie noch einmal.',
    macro_enabled:
      'Die Datei kann Makros enthalten, die hier aus Sicherheitsgründen nicht verarbeitet werden. Speichern Sie sie als einfaches Dokument (.docx), Arbeitsmappe (.xlsx) oder Präsentation (.pptx) und senden Sie das.',
    template:
      'Die Datei ist eine Vorlage. Speichern Sie sie als einfaches Dokument (.docx), Arbeitsmappe (.xlsx) oder Präsentation (.pptx) und senden Sie das.',
    legacy_office:
      'Die Datei hat ein altes Office-Format (.doc, .xls, .ppt). Öffnen Sie sie in Word, Excel, PowerPoint oder LibreOffice, speichern Sie sie als .docx, .xlsx oder .pptx und senden Sie das.',
    choose_target: 'Das Paket hat mehrere Zielsprachen ({languages}). Wählen Sie eine davon.',
    encrypted: 'Das Paket ist verschlüsselt. Bitten Sie um eines ohne Kennwort.',
    server_package:
      'Das Paket verweist auf einen Server und enthält selbst keine Dateien zum Übersetzen. Bitten Sie um ein Paket mit Dateien.',
    other_tool:
      'Das ist kein Paket von Trados Studio oder memoQ. Senden Sie ein .sdlppx, .mqxlz oder .mqout, oder die Dateien selbst.',
    no_project: 'Dem Paket fehlt die Projektdatei (.sdlproj). Bitten Sie um ein neues Paket.',
    no_files:
      'Das Paket enthält keine zweisprachigen Dateien für diese Sprache. Bitten Sie um ein neues Paket.',
    unsafe_name:
      'Das Paket wurde abgelehnt, denn der Name einer Datei darin führt aus ihm hinaus. Bitten Sie um ein neues Paket.',
    damaged: 'Das Paket ist beschädigt. Laden Sie es noch einmal herunter, oder bitten Sie um ein neues.',
    too_large:
      'Das Paket entpackt sich zu mehr, als hier gelesen wird. Bitten Sie um mehrere kleinere Pakete.',
    password_protected:
      'Die Datei ist mit einem Passwort geschützt und daher nicht zu lesen. Entfernen Sie das Passwort in dem Programm, das sie erstellt hat, und senden Sie sie noch einmal.',
    copying_forbidden:
      'Der Autor dieses PDFs verbietet, daraus zu kopieren. Wenn Sie das Recht haben, es zu übersetzen, sagen Sie das mit der Option pdf.rights, und senden Sie es noch einmal.',
    text_is_picture:
      'Dieses PDF besteht aus Bildern von Seiten (ein Scan) und enthält keine Buchstaben. Es braucht zuerst eine Texterkennung; senden Sie deren Ergebnis.',
    letters_unreadable:
      'Die Schriften dieses PDFs sagen nicht, welche Buchstaben sie zeichnen; was daraus kopiert wird, ist in jedem Programm unlesbar. Drucken Sie es mit Texterkennung in ein neues PDF, und senden Sie das.',
    dynamic_form:
      'Dieses PDF ist ein dynamisches Formular (XFA), dessen Text nur das Programm zeigen kann, mit dem es erstellt wurde. Speichern Sie es dort als gewöhnliches PDF, und senden Sie das.',
    damaged_file:
      'Die Datei ist beschädigt. Öffnen Sie sie in dem Programm, das sie erstellt hat, speichern Sie sie neu und senden Sie die neue Kopie.',
    hostile_file:
      'Die Datei wurde abgelehnt: Sie ist so gebaut, wie es gewöhnliche Dokumente nie sind. Wenn Sie ihrer Herkunft trauen, speichern Sie sie in dem Programm neu, mit dem sie erstellt wurde, und senden Sie die neue Kopie.',
    undecodable_text: 'Diese Datei enthält Binärdaten, keinen Text. Senden Sie eine Datei der Art {formats}.',
    broken_csv:
      'Die CSV-Tabelle ist nicht zu lesen. Speichern Sie sie in einer Tabellenkalkulation neu als CSV und senden Sie das.',
    too_many_segments:
      'Das sind mehr als {limit} Segmente, mehr nimmt ein Auftrag nicht. Teilen Sie den Text und senden Sie die Teile einzeln.',
    timeout: 'Die Übertragung hat zu lange gedauert. Senden Sie es noch einmal.',
    bad_range: 'Der verlangte Teil der Datei ist nicht da. Laden Sie die Datei noch einmal.',
    other_language:
      'Die Datei ist in „{language}“ übersetzt, nicht in die hier gewählte Zielsprache. Wählen Sie diese Sprache, oder nehmen Sie die Datei für die andere.',
    other_job:
      'Diese Datei gehört zu einem anderen Auftrag. Wählen Sie die Datei, die aus diesem exportiert wurde.',
    fixed:
      '„{field}“ ist für diesen Lauf durch die Umgebung oder die Befehlszeile festgelegt. Ändern Sie es dort.',
  },
  reason: {
    other_client: 'Dieser Schlüssel gehört zu einem Kunden und sieht nichts von anderen.',
    unknown_client: 'Diesen Kunden gibt es nicht (mehr). Wählen Sie einen anderen.',
    client_name_taken: 'Einen Kunden „{name}“ gibt es schon. Wählen Sie einen anderen Namen.',
    general_stays: '„Allgemein“ bleibt: Ihm gehört, was keinem anderen Kunden gehört.',
    engine_not_allowed:
      'Der Kunde „{client}“ lässt die Engine „{engine}“ nicht zu. Wählen Sie eine, die erlaubt ist, oder ändern Sie den Kunden.',
    scope_missing:
      'Der Schlüssel dieses Fensters darf übersetzen, aber nichts verwalten. Dafür braucht es einen Schlüssel mit der Berechtigung „{scope}“.',
    sign_in_used:
      'Diese Anmeldeadresse wurde schon benutzt, ist älter als zwei Minuten oder gehört zu einem früheren Start. Öffnen Sie Interlinear noch einmal.',
    job_not_done: 'Dieser Auftrag ist nicht fertig. Übersetzungen lassen sich ändern, sobald er fertig ist.',
    not_cancellable: 'Dieser Auftrag ist schon zu Ende und lässt sich nicht mehr abbrechen.',
    not_retryable: 'Nur ein fehlgeschlagener oder abgebrochener Auftrag lässt sich wiederholen.',
    job_deleted: 'Der Auftrag wurde gelöscht, während seine Übersetzungen geändert wurden.',
    not_a_session: 'Dieser Schlüssel ist keine Sitzung eines Browsers; abmelden kann sich nur eine solche.',
    edit_not_built:
      'Mit den Änderungen dieses Auftrags ließ sich die übersetzte Datei nicht bauen; die Änderungen sind gespeichert. Nehmen Sie die letzten zurück; das Protokoll sagt, warum.',
    stale_revision:
      'Diese Übersetzungen wurden inzwischen an anderer Stelle geändert. Sehen Sie sich die jetzigen an und senden Sie Ihre dann noch einmal.',
    preview_unavailable:
      'Aus diesem Dokument lässt sich keine Seite machen: Sein Auftrag ist nicht gelungen oder abgebrochen, oder sein Layout ließ sich nicht bauen. Arbeiten Sie in den Zeilen, oder wiederholen Sie den Auftrag.',
    preview_too_large:
      'Die Seite dieses Dokuments ist ausgepackt {mb} MB groß; gezeigt werden höchstens {limit} MB. Arbeiten Sie in den Zeilen, und speichern Sie die Datei, um ihre Seiten zu sehen.',
    no_page:
      'Zu diesem Text gibt es kein Bild einer Seite. Das haben nur Texte eines PDFs, die auf dessen Seiten stehen.',
    keychain_unusable:
      'Der Schlüsselbund dieses Systems ist nicht zu benutzen. Entsperren Sie ihn oder geben Sie den Schlüssel über seine Umgebungsvariable an (INTERLINEAR_…_KEY).',
    no_secret_service:
      'Dieser Desktop hat keinen Schlüsselbund, der einen Schlüssel geheim hält (GNOME Keyring, KWallet oder einen anderen Secret Service). Installieren und entsperren Sie einen oder geben Sie den Schlüssel über seine Umgebungsvariable an (INTERLINEAR_…_KEY).',
    event_streams:
      'Dieses Konto hat {limit} Fenster oder Programme verbunden, mehr geht nicht. Schließen Sie eines.',
    service_busy:
      'Der Dienst hat gerade zu viele Dateien und Verbindungen offen. Versuchen Sie es in einigen Sekunden noch einmal.',
    engine_no_answer:
      'Die Engine hat {seconds} Sekunden lang nicht geantwortet. Senden Sie weniger Text auf einmal oder einen Stapel, dessen Fortschritt sich verfolgen lässt.',
    terms_not_allowed:
      'Dieses Sprachmodell läuft auf einem anderen Rechner und darf vor der Übersetzung keine Texte bekommen. Erlauben Sie ihm unter Engines frühere Übersetzungen, oder übersetzen Sie ohne ersten Durchgang.',
    process_restarting:
      'Der Übersetzungsprozess ist eben stehen geblieben und wird neu gestartet. Versuchen Sie es gleich noch einmal.',
    account_storage:
      'Aufträge, Ausrichtungen, Glossare und Übersetzungsspeicher dieses Kontos belegen {stored} MB, und damit wären es mehr als die {limit} MB, die sie belegen dürfen. Löschen Sie Aufträge oder Glossare, die nicht mehr gebraucht werden, leeren Sie den Speicher einer Richtung, oder erhöhen Sie die Grenze in den Einstellungen.',
    linked_file:
      'Glossare und Übersetzungsspeicher können nicht verwendet werden: {name} im Datenordner ist eine Verknüpfung. Legen Sie die Datei selbst an ihre Stelle, oder entfernen Sie die Verknüpfung.',
    number_too_small: '„{field}“ muss mindestens {limit} sein.',
    number_too_large: '„{field}“ darf höchstens {limit} sein.',
    unsafe_address:
      '„{address}“ ist nicht zu gebrauchen. Schreiben Sie eine Adresse, die mit https:// beginnt, oder mit http:// für diesen Rechner oder ein privates Netz.',
    no_whole_path: 'Das ist kein ganzer Pfad. Schreiben Sie ihn von der Wurzel des Datenträgers an.',
    key_characters: 'Ein Schlüssel hat nur sichtbare ASCII-Zeichen, höchstens {limit}.',
    unusable_model:
      'Die Datei ist kein Modell, das sich hier verwenden lässt, oder sie ist beschädigt. Holen Sie sie noch einmal von dort, wo sie herkommt.',
    edit_too_long: 'Die Übersetzung ist weit länger als ihr Ausgangstext. Kürzen Sie sie.',
    edit_control_characters:
      'Die Übersetzung enthält Steuerzeichen, die in keinem Dokument stehen können. Entfernen Sie sie.',
    edit_codes: 'Die Codes sind nicht die des Ausgangstextes. Übernehmen Sie jeden von dort, jeden einmal.',
    segment_locked: 'Dieses Segment ist in der Datei gesperrt und lässt sich nicht ändern.',
    edit_nothing_to_translate:
      'In diesem Segment gibt es nichts zu übersetzen; es wird übernommen, wie es ist.',
    segment_twice:
      'Dieses Segment steht zweimal in der Datei; das erste wurde übernommen. Lassen Sie jedes einmal stehen.',
    segment_kept_whole:
      'Dieses Segment bleibt ganz: Es wird übernommen, wie es ist, oder seine Datei hat eine Übersetzung oder eine Länge für alles davon.',
    batch_kept_whole:
      'Ein Text aus „Stapel“ ist ein Segment. Nur Sätze von Dokumenten lassen sich teilen und verbinden.',
    split_inside_code:
      'In einem Code lässt sich ein Segment nicht teilen. Wählen Sie eine Stelle zwischen zwei Wörtern.',
    split_empty_part: 'Beide Teile brauchen Text. Wählen Sie eine Stelle zwischen zwei Wörtern.',
    split_inside_link: 'Ein Link oder ein Feld bleibt ganz. Wählen Sie eine Stelle davor oder dahinter.',
    join_at_end: 'Das ist das letzte Segment. Dahinter ist keines, mit dem es sich verbinden ließe.',
    pairs_not_whole:
      'Die Paare enthalten nicht genau die Texte, die sie ersetzen. Laden Sie die Paare neu und versuchen Sie es noch einmal.',
    pair_twice: 'Ein Text steht in zwei Paaren. Jeder gehört in genau eines.',
    pair_one_sided:
      'Ein Paar, dem eine Seite fehlt, lässt sich nicht annehmen. Verbinden Sie es mit einem anderen oder lehnen Sie es ab.',
    no_partner:
      'Keine Datei hat ein Gegenstück: Abgesehen von der Sprache heißen sie verschieden. Benennen Sie sie gleich, etwa vertrag_DE.docx und vertrag_EN.docx.',
    bilingual_file:
      'Diese Datei enthält ihre Texte schon mit Übersetzungen, es gibt also nichts auszurichten. Importieren Sie TMX-Dateien in den Übersetzungsspeicher; öffnen Sie andere zweisprachige Dateien als Dokument und bestätigen Sie ihre Übersetzungen.',
    alignment_running:
      'Diese Ausrichtung hat noch keine Paare. Warten Sie, bis sie fertig ist, oder richten Sie die Dateien noch einmal aus.',
    join_across_paragraphs:
      'Das nächste Segment beginnt einen neuen Absatz. Nur Sätze eines Absatzes lassen sich verbinden.',
    other_source: 'Der Ausgangstext ist nicht der des Auftrags. Lassen Sie ihn, wie er ist.',
    row_changed:
      'Die Zeile wurde geteilt oder mit einer anderen verbunden, oder unter ihr ist eine ohne Nummer. Schreiben Sie die ganze Übersetzung in die eine Zelle neben ihrer Nummer und ihrer Quelle.',
    empty_translation: 'Die Übersetzung ist leer.',
    no_export:
      'Diese Datei lässt sich hier nicht importieren. Exportieren Sie den Auftrag als XLIFF, CSV, XLSX oder Word-Tabelle, ändern Sie dort die Übersetzungen, und importieren Sie diese Datei.',
    lost_letters:
      'In der Datei sind aus Buchstaben Fragezeichen geworden, weil sie in einer Kodierung gespeichert wurde, der diese fehlen. Ändern Sie die Übersetzungen in einem neuen Export, und speichern Sie ihn als UTF-8.',
    no_entries:
      'Die Datei hat keine Einträge von {from} nach {to}. Eine CSV-Datei braucht zwei Spalten, Begriff und Übersetzung; eine TMX-Datei braucht Einheiten in beiden Sprachen.',
    unknown_glossary: 'Das gewählte Glossar gibt es nicht mehr. Wählen Sie unter „Optionen“ ein anderes.',
    unknown_model_file:
      'Das ist keine Datei eines bekannten Modells, oder sie ist beschädigt. Nehmen Sie die Dateien so, wie sie an der Adresse der Modelle liegen, noch gepackt (.gz).',
    engine_lacks_pair:
      '{engine} übersetzt nicht von {from} nach {to}. Wählen Sie andere Sprachen oder eine andere Engine.',
    engine_lists_no_terms:
      '{engine} listet keine Namen und Fachwörter auf. Nehmen Sie ein allgemeines Sprachmodell, oder übersetzen Sie ohne ersten Durchgang.',
    no_dictionary:
      'Das Glossar hat kein Wörterbuch für diese Sprachen. Legen Sie eines an oder wählen Sie ein anderes Glossar.',
    unknown_format_option: '{format}-Dateien haben keine Option „{option}“. Es gibt: {options}.',
    format_option_value:
      'Die Option {option} kann diesen Wert nicht haben. Die Dokumentation der Formate nennt die möglichen.',
    column_unknown: 'In der Tabelle gibt es keine Spalte „{column}“. Vorhanden sind: {columns}.',
    column_names_without_header:
      'Spalten sind mit Namen gewählt, header ist aber false. Wählen Sie sie nach Buchstabe oder Nummer, oder lassen Sie header weg.',
    into_columns:
      'Die Option into muss für jede Spalte in columns eine nennen: jede einmal, keine davon selbst eine übersetzte, neue direkt hinter der letzten.',
    text_under_other_name:
      'Die Datei heißt .{extension}, enthält aber reinen Text. Benennen Sie sie in .txt oder .csv um, wenn sie das ist, oder speichern Sie sie in ihrem Programm neu.',
    unnamed_text:
      'Die Datei enthält Text, aber ihr Name sagt nicht, welcher Art. Benennen Sie sie so um, dass sie auf .txt (ein Segment je Zeile) oder .csv (eine Tabelle) endet, und senden Sie sie noch einmal.',
    rtf: 'Die Datei ist ein RTF-Dokument, das hier nicht übersetzt werden kann. Speichern Sie es in Word oder LibreOffice als DOCX und senden Sie das.',
    image:
      'Die Datei ist ein Bild, das hier nicht übersetzt werden kann. Tippen Sie den Text darin in eine DOCX- oder TXT-Datei und senden Sie das.',
    media: notTranslatable('eine Ton- oder Videodatei'),
    archive: 'Die Datei ist ein Archiv. Entpacken Sie es und senden Sie das Dokument, das darin ist.',
    program: notTranslatable('ein Programm oder eine Datenbank'),
    opendocument:
      'Die Datei ist eine OpenDocument-Zeichnung, -Formel, -Datenbank oder ein Globaldokument. Speichern Sie den Text in LibreOffice als .odt, und senden Sie das.',
    opendocument_template:
      'Die Datei ist eine Vorlage. Speichern Sie sie als Dokument (.odt), Tabelle (.ods) oder Präsentation (.odp), und senden Sie das.',
    flat_opendocument:
      'Die Datei ist ein OpenDocument-Dokument als einzelne XML-Datei (FODT, FODS, FODP). Speichern Sie sie in LibreOffice als .odt, .ods oder .odp, und senden Sie das.',
    old_openoffice:
      'Die Datei hat das Format von OpenOffice.org 1 (SXW, SXC, SXI). Speichern Sie sie in LibreOffice als .odt, .ods oder .odp, und senden Sie das.',
    own_export:
      'Die Datei wurde aus einem Auftrag hier exportiert. Importieren Sie sie in diesen Auftrag, statt sie neu zu übersetzen.',
    string_catalog:
      'Die Datei ist ein String-Katalog von Xcode, der hier noch nicht übersetzt werden kann. Exportieren Sie ihre Lokalisierungen in Xcode als XLIFF und senden Sie das.',
    presentation: notTranslatable('eine Zeichnung'),
    binary_workbook:
      'Die Datei ist eine binäre Excel-Arbeitsmappe (XLSB), die hier nicht zu lesen ist. Speichern Sie sie in Excel als .xlsx und senden Sie das.',
    po_of_keys:
      'Die msgid dieser Datei sind Schlüssel, ihre Texte stehen in msgstr; zu übersetzen ist darin nichts mehr. Setzen Sie die Texte der Ausgangssprache in msgid ein, und versuchen Sie es noch einmal.',
    old_format: notTranslatable('in einem alten Microsoft-Format'),
    no_simple_document:
      'Die Übersetzung ließ sich nicht in das Layout dieser Datei einsetzen; das Protokoll sagt, warum. Öffnen Sie die Datei in dem Programm, das sie gemacht hat, speichern Sie sie noch einmal oder als DOCX, und übersetzen Sie die neue Kopie. Der übersetzte Text steht in der Durchsicht.',
    rebuilt_from_places:
      'Ein PDF hat keine Absätze. Interlinear hat sie danach wiederhergestellt, wo die Buchstaben stehen. Vergleichen Sie das Ergebnis mit dem PDF, zuerst Tabellen und Spalten. Wenn Sie das Dokument bekommen können, aus dem das PDF gemacht wurde, übersetzen Sie das.',
    texts_looked_up:
      'Formeln, Listen zulässiger Werte, Formate oder Filter nennen Texte, die jetzt übersetzt sind, oder schlagen Texte in übersetzten Zellen nach ({lookups}), und finden sie vielleicht nicht mehr: {found}. Prüfen Sie sie, und setzen Sie die Übersetzungen auch dort ein.',
    stray_bytes:
      'Die Datei ist UTF-8 bis auf einige Bytes, die als \ufffd erscheinen. Wenn Buchstaben fehlen, speichern Sie sie als UTF-8 und senden Sie sie noch einmal.',
    same_as_source: 'Die Übersetzung ist dieselbe wie der Ausgangstext.',
    too_many_codes:
      'Es gibt mehr Tabulatoren, Umbrüche oder Formatwechsel, als sich übersetzen lassen; der Ausgangstext blieb stehen.',
    too_much_work:
      'Der Text braucht mehr Zeit oder Speicher, als gewöhnliche Texte es tun; der Ausgangstext blieb stehen.',
    all_copied:
      'Nichts wurde übersetzt: Die Datei enthält nur Zahlen, Adressen, Codes und dergleichen, die unverändert übernommen werden. Prüfen Sie, ob es die richtige ist.',
    all_finished:
      'Nichts wurde übersetzt: In der Datei ist kein Text mehr zu übersetzen; was fertig ist, bleibt. Prüfen Sie, ob es die richtige ist.',
    no_text:
      'Nichts wurde übersetzt: In der Datei wurde kein Text gefunden. Prüfen Sie, ob es die richtige ist und ob sie vollständig ist. Text in Bildern wird nicht gelesen.',
    first_column_copied:
      'Nichts wurde übersetzt: Gelesen wird nur Spalte A, und darin steht kein Text zum Übersetzen; Zahlen, Codes und dergleichen werden übernommen. Stehen die Texte in einer anderen Spalte, wählen Sie diese und übersetzen Sie die Datei noch einmal.',
    text_in_other_columns:
      'Nichts wurde übersetzt: In den gelesenen Spalten steht kein Text zum Übersetzen. Texte in anderen Spalten: {count}. Wählen Sie die Spalten (alle oder einige) und übersetzen Sie die Datei noch einmal.',
    text_in_embedded_documents:
      'Nichts wurde übersetzt: Der Text steht in eingebetteten Dokumenten (altChunk, Anzahl: {count}), die nicht gelesen werden. Öffnen Sie die Datei in Word, speichern Sie sie unter einem neuen Namen und senden Sie diese.',
    text_left_out:
      'Nichts wurde übersetzt: Der ganze Text steht in Teilen der Datei, die nicht gelesen werden. Kopieren Sie ihn in den Haupttext und senden Sie die Datei noch einmal.',
    length_short: 'Die Übersetzung ist ungewöhnlich kurz für ihren Ausgangstext.',
    length_long: 'Die Übersetzung ist ungewöhnlich lang für ihren Ausgangstext.',
    said_twice: 'Die Übersetzung sagt alles zweimal.',
    repeated_phrase: 'Die Übersetzung wiederholt eine Wendung immer wieder.',
    stray_signs: 'Die Übersetzung enthält Zeichen, die nicht in ihren Text gehören.',
    broken_capitals: 'Die Großbuchstaben des Ausgangstextes sind in der Übersetzung durcheinandergeraten.',
    no_question_mark: 'Der Ausgangstext endet mit einem Fragezeichen, die Übersetzung hat keines.',
    no_colon: 'Der Ausgangstext endet mit einem Doppelpunkt, die Übersetzung hat keinen.',
    no_inverted_question_mark: 'Die Frage beginnt nicht mit „¿“.',
    no_inverted_exclamation_mark: 'Der Ausruf beginnt nicht mit „¡“.',
    source_broken:
      'Manche Texte der Datei sind in ihrem Format ungültig und bleiben, wie sie sind. Korrigieren Sie sie, und übersetzen Sie die Datei noch einmal.',
    too_long_for_place:
      'Die Übersetzung ist länger, als ihre Stelle in der Datei fasst; in der Datei steht deshalb der Ausgangstext. Kürzen Sie sie.',
    shared_data:
      'Word zeigt hier dieselben Daten wie an einer anderen Stelle des Dokuments; in der Datei steht deshalb der Text jener Stelle. Übersetzen Sie beide gleich.',
    header_in_use:
      'Formeln oder Filter nennen die Spalte so, oder die Übersetzung ist der Name einer anderen Spalte; in der Datei steht deshalb der Ausgangstext.',
    unpaired_bracket: 'Eine Klammer wird geöffnet und nicht geschlossen oder geschlossen und nicht geöffnet.',
    damaged_on_disk:
      'Eine Datei dieses Modells ist auf dem Datenträger beschädigt. Installieren Sie das Modell noch einmal.',
    redirected:
      '{host} leitet den Download an {to} weiter. Downloads gehen nur an einen Ort: Tragen Sie diesen in den Einstellungen als Adresse der Modelle ein.',
  },
  warning: {
    pdf_rebuilt:
      'Ein PDF hat keine Absätze. Interlinear hat sie nach den Tags des PDFs wiederhergestellt. Vergleichen Sie das Ergebnis mit dem PDF, zuerst Tabellen und Spalten. Wenn Sie das Dokument bekommen können, aus dem das PDF gemacht wurde, übersetzen Sie das.',
    text_is_picture:
      'Diese Seiten sind Bilder ohne Buchstaben und werden nicht übersetzt: {pages}. Sie brauchen zuerst eine Texterkennung.',
    letters_unreadable:
      'Das PDF sagt von einigen Buchstaben nicht, welche es sind (Seiten {pages}); sie erscheinen als \ufffd. Setzen Sie sie von Hand ein.',
    text_recognised_before:
      'Die Seiten sind Bilder, und ihr Text stammt aus einer früheren Texterkennung. Sie kann sich verlesen haben: Vergleichen Sie ihn mit den Seiten.',
    order_uncertain:
      'Auf diesen Seiten überkreuzen sich Spalten, sodass die Reihenfolge falsch sein kann: {pages}. Vergleichen Sie sie mit dem PDF.',
    tables_guessed:
      'Einige Tabellen haben keine Linien, sodass ihre Zeilen und Spalten geraten sind. Vergleichen Sie sie mit dem PDF.',
    turned_text:
      'Einige Texte laufen in einer anderen Richtung als der Rest ihrer Seite. Sie stehen als Absätze am Ende.',
    drawing_as_picture:
      'Zeichnungen mit Buchstaben darin, etwa Diagramme, sind in der Übersetzung Bilder; ihre Buchstaben werden nicht übersetzt.',
    form_values_left_out: 'Was in die Felder eines Formulars eingetragen ist, fehlt in der Übersetzung.',
    comments_left_out: 'Kommentare und Markierungen auf den Seiten fehlen in der Übersetzung.',
    signature_lost: 'Das PDF ist digital signiert, seine Übersetzung nicht.',
    attachments_left_out:
      'Dateien, die dem PDF angehängt sind, fehlen in der Übersetzung. Übersetzen Sie sie für sich.',
    scripts_left_out: 'Skripte im PDF fehlen in der Übersetzung. Sie wurden nicht ausgeführt.',
    pictures_left_out:
      'Einige Bilder sind zu groß oder von unbekannter Art und fehlen in der Übersetzung. Entnehmen Sie sie dem PDF.',
    pages_left_out:
      'Diese Seiten sind beschädigt und nicht zu lesen: {pages}. Speichern Sie das PDF in dem Programm neu, das es erstellt hat, und übersetzen Sie die neue Kopie.',
    nothing_translated: 'Nichts wurde übersetzt.',
    tone_ignored: 'Die Engine kann den Ton „{tone}“ nicht verwenden und hat ohne ihn übersetzt.',
    context_ignored: 'Die Engine kann keinen Kontext verwenden und hat ohne ihn übersetzt.',
    remote_engine:
      'Der Text ging an {engine}, weil keine Engine auf diesem Rechner, die vorher kommt, bereit war.',
    glossary_duplicate_term:
      'Das Glossar hat verschiedene Übersetzungen desselben Begriffs; die letzte wurde verwendet: {terms}.',
    glossary_term_missing:
      'In der Übersetzung von {count} Segment fehlt ein Glossarbegriff. Prüfen Sie dieses Segment. | In der Übersetzung von {count} Segmenten fehlt ein Glossarbegriff. Prüfen Sie diese Segmente.',
    codes_repaired:
      'Die Engine hat in {count} Segment Formate oder Zeichen verschoben; sie wurden zurückgesetzt, wo sie hingehören. | Die Engine hat in {count} Segmenten Formate oder Zeichen verschoben; sie wurden zurückgesetzt, wo sie hingehören.',
    codes_fallback:
      'Die Engine hat in {count} Segment Formate oder Zeichen verloren. Zeichen und Links wurden nach ihrer Stelle zurückgesetzt; Fettdruck und andere Formate wurden weggelassen. Prüfen Sie dieses Segment. | Die Engine hat in {count} Segmenten Formate oder Zeichen verloren. Zeichen und Links wurden nach ihrer Stelle zurückgesetzt; Fettdruck und andere Formate wurden weggelassen. Prüfen Sie diese Segmente.',
    layout_unavailable:
      'Das Layout dieses Dokuments ließ sich nicht wiederherstellen. Die Übersetzung gibt es als einfaches Dokument.',
    chart_data_untranslated:
      'Einige Texte von Diagrammen sind übersetzt, wo sie zu sehen sind, aber nicht in den Daten dahinter: Diese liegen in einer anderen Datei, sind nicht lesbar, berechnet oder anders. „Daten bearbeiten“ kann den Ausgangstext zurückbringen.',
    diagram_drawing_stale:
      'Einige Texte von SmartArt-Grafiken zeigt das Dokument anders, als ihre Daten sagen; dort bleiben sie, wie sie sind. Klicken Sie in Office in die SmartArt-Grafik, dann wird sie neu gezeichnet.',
    text_may_overflow:
      'Einige Textfelder fassen ihren Text vielleicht nicht mehr, der um mehr als 30 % länger geworden ist. Sehen Sie diese Folien durch: {places}.',
    animation_widened:
      'Einige Animationen liefen über wenige Wörter oder Buchstaben eines Textes und laufen jetzt über seine ganzen Absätze. Wählen Sie die Wörter im Animationsbereich neu, wenn es darauf ankommt.',
    not_a_translation:
      'Fast kein Text der einen Datei entspricht der anderen; deshalb wurde nichts angenommen. Prüfen Sie, ob es die richtigen Dateien und Sprachen sind.',
    languages_swapped:
      'Ausgangs- und Zieldatei waren jeweils in der anderen Sprache und wurden vertauscht ({from} → {to}).',
    language_differs:
      'Eine Datei scheint nicht in der angegebenen Sprache zu sein ({found} statt {expected}). Prüfen Sie die Paare oder richten Sie sie mit ihrer eigenen Sprache aus.',
    part_missing:
      'Die Datei führt Folien oder Blätter auf, die sie nicht enthält; sie fehlen deshalb auch in der Übersetzung. Suchen Sie eine vollständige Kopie der Datei.',
    embedded_font:
      'Die Datei bettet eine Schrift ein, der vielleicht Buchstaben der Zielsprache fehlen: {fonts}. Wählen Sie für den Text eine andere, wenn er nicht richtig aussieht.',
    signature_invalidated:
      'Die Datei ist digital signiert, und die Signatur gilt für die Übersetzung nicht. Signieren Sie die übersetzte Datei neu, wenn sie eine braucht.',
    left_untranslated:
      'Wörter in automatischer Nummerierung, Feldern, Dropdown-Listen oder eingefügten Dateien bleiben, wie sie sind: {found}. Übersetzen Sie sie in Word.',
    bound_control_untranslated:
      'Einige Inhaltssteuerelemente zeigen Daten, die Word von anderswo einsetzt. Da diese Daten nicht gefunden wurden, blieben sie, wie sie sind.',
    shared_data_differs:
      'Word zeigt dieselben Daten an mehreren Stellen, ihre Übersetzungen sind aber verschieden; in der Datei steht eine davon statt dieser Segmente: {segments}. Übersetzen Sie sie gleich.',
    table_header_untranslated:
      'Einige Überschriften von Tabellen oder Pivot-Tabellen behalten ihren Ausgangstext, denn Formeln oder Filter nennen die Spalte so, oder die Übersetzung ist der Name einer anderen Spalte: {segments}. Benennen Sie sie im Tabellenprogramm um, das auch die Formeln ändert.',
    cell_too_long:
      'Einige Übersetzungen sind länger, als eine Zelle (32.767 Zeichen) oder die Kopfzeile einer Seite (255) fasst; die Datei behält den Ausgangstext dieser Segmente: {segments}. Kürzen Sie sie, oder verteilen Sie sie auf mehrere Zellen.',
    formula_quotes_text:
      'Formeln, Listen zulässiger Werte, Formate oder Filter suchen Texte, die jetzt übersetzt sind, und finden sie nicht mehr: {found}. Setzen Sie die Übersetzungen auch dort ein.',
    too_many_codes:
      'In {count} Segment stehen mehr Formatwechsel, Tabulatoren oder Umbrüche, als sich übersetzen lassen; der Ausgangstext blieb stehen. | In {count} Segmenten stehen mehr Formatwechsel, Tabulatoren oder Umbrüche, als sich übersetzen lassen; der Ausgangstext blieb stehen.',
    formula_escaped:
      'Einige Übersetzungen beginnen mit einem Zeichen, das Tabellenkalkulationen als Formel lesen. Davor steht nun ein Apostroph, damit sie Text bleiben.',
    encoding_guessed:
      'Die Datei sagt nicht, wie ihre Buchstaben kodiert sind; sie wurde als {encoding} gelesen, das Wahrscheinlichste. Wenn Buchstaben falsch aussehen, speichern Sie sie als UTF-8 und senden Sie sie noch einmal.',
    encoding_changed:
      'Die Übersetzung hat Buchstaben, die die Kodierung der Datei ({encoding}) nicht fasst; das Ergebnis ist daher UTF-8.',
    broken_quotes:
      'Ein Anführungszeichen in Zeile {line} wird nicht geschlossen, oder nach dem schließenden folgt Text. Es wurde als gewöhnliches Zeichen gelesen; wenn die Tabelle falsch aussieht, berichtigen Sie diese Zeile und senden Sie die Datei noch einmal.',
    untranslated:
      'Die Engine konnte {count} Segment nicht übersetzen; der Ausgangstext blieb stehen. | Die Engine konnte {count} Segmente nicht übersetzen; der Ausgangstext blieb stehen.',
    plural_keys_missing:
      'Für manche Texte hat die Datei je Pluralform einen Schlüssel, und die Zielsprache hat mehr Formen. Ergänzen Sie diese Schlüssel, oder übersetzen Sie die Datei mit der Option json.plurals.',
    formula_results_stale:
      'Formeln beziehen sich auf Zellen, die jetzt übersetzt sind, und zeigen noch, was sie vorher ergaben ({count}). Öffnen Sie die Datei in LibreOffice, und lassen Sie sie neu berechnen (Strg+Umschalt+F9).',
    index_stale:
      'Einträge von Stichwort- und Literaturverzeichnissen bleiben, wie sie sind, denn ihre Reihenfolge hängt von den Wörtern ab ({count}). Aktualisieren Sie die Verzeichnisse in LibreOffice.',
    cue_too_long:
      'Einige Übersetzungen sind länger als zwei Zeilen zu 42 Zeichen oder in der Zeit nicht zu lesen (mehr als 21 Zeichen in der Sekunde); die erste steht bei {time}. Kürzen Sie sie, oder lassen Sie sie länger stehen.',
    other_language_kept:
      'Der Datei nach ist sie in „{language}“ übersetzt. Was darin fertig ist, bleibt, wie es ist. Nehmen Sie die Datei der Zielsprache oder die Vorlage (.pot).',
    tracked_changes_accepted:
      'Einige geänderte Übersetzungen hatten nachverfolgte Änderungen der Datei, die angenommen wurden. Sagen Sie es denen, die damit arbeiten.',
    memory_unreadable:
      'Das Translation Memory „{name}“ im Paket lässt sich nicht lesen. Bitten Sie um eine TMX-Datei, und importieren Sie sie.',
    unit_too_long: 'Manche Übersetzungen sind länger, als die Datei für ihre Texte erlaubt. Kürzen Sie sie.',
    fixed_layout:
      'Die Seiten dieses Buchs sind für die Wörter gesetzt, die auf ihnen stehen. Längere Übersetzungen können Bilder verdecken oder abgeschnitten werden. Sehen Sie die Seiten durch.',
    narration_kept: 'Die Tonaufnahme dieses Buchs bleibt in ihrer Sprache.',
    rendition_kept: 'Das Buch steht in mehreren Fassungen in dieser Datei. Nur die erste wurde übersetzt.',
    anchors_changed:
      'Links in der Datei führen zu Überschriften, deren Sprungziele aus ihrem Text gebildet werden, der jetzt übersetzt ist. Setzen Sie die Option „anchors“ auf „ids“, oder korrigieren Sie diese Links von Hand.',
    embedded_page_kept:
      'Seiten in eingebetteten Seiten (Attribut „srcdoc“) bleiben, wie sie sind. Übersetzen Sie sie als eigene Dateien.',
    structured_data_kept:
      'Die Seite enthält Daten für Suchmaschinen (JSON-LD), die bleiben, wie sie sind. Übersetzen Sie deren Texte von Hand.',
    target_kept:
      'In manchen Zellen, in die Übersetzungen sollten, steht schon Text. Er blieb stehen, und die Ausgangstexte dazu wurden nicht übersetzt.',
    unit_untranslated:
      'Einige Übersetzungen hätten den Aufbau der Datei zerstört; sie behält den Ausgangstext dieser Segmente: {segments}. Ändern Sie diese Übersetzungen.',
  },
  flag: {
    number_mismatch: 'Nicht in der Übersetzung: {found}.',
    placeholder_mismatch: 'Nur im Ausgangstext oder nur in der Übersetzung: {found}.',
    glossary_missed: 'Ein Glossarbegriff fehlt in der Übersetzung: {terms}.',
    forbidden_term: 'Das Glossar verbietet „{found}“ für „{term}“.',
    codes_repaired:
      'Die Engine hat Formate oder Zeichen verschoben; sie wurden zurückgesetzt, wo sie hingehören.',
    codes_lost:
      'Die Engine hat Formate oder Zeichen verloren. Zeichen und Links wurden nach ihrer Stelle zurückgesetzt; Fettdruck und andere Formate wurden weggelassen.',
    length_unusual: 'Die Länge der Übersetzung ist ungewöhnlich für ihren Ausgangstext.',
    untranslated: 'Die Engine konnte es nicht übersetzen; der Ausgangstext blieb stehen.',
    repeated_word: '„{word}“ steht zweimal hintereinander.',
    suspicious: 'Die Übersetzung sieht nach einem Fehler der Engine aus.',
    punctuation_mismatch: 'Die Satzzeichen der Übersetzung sind andere als die des Ausgangstextes.',
    negation_missing: 'Die Übersetzung verneint weniger als der Ausgangstext.',
    source_word_left: 'Noch in der Ausgangssprache: {found}.',
    name_missing: 'Ihre anderen Übersetzungen behalten es, dieser fehlt es: {found}.',
    unlike_before: 'Die Übersetzung liest sich anders als Ihre übrigen Texte.',
    fuzzy_match:
      'Die Übersetzung stammt von einem ähnlichen Text im Übersetzungsspeicher. Vergleichen Sie beide.',
    empty: 'Die Übersetzung ist leer.',
    kept_source:
      'Die Übersetzung hätte den Aufbau der Datei zerstört; in der Datei steht deshalb der Ausgangstext. Ändern Sie sie.',
    edited: 'Die Übersetzung wurde von einem Menschen geändert.',
  },
  job: {
    engine_failed:
      'Die Engine konnte diesen Auftrag nicht übersetzen. Sie meldet: „{said}“ Prüfen Sie sie unter „Engines“ und wiederholen Sie den Auftrag.',
    engine_unavailable:
      'Keine Engine ist bereit, von {from} nach {to} zu übersetzen. Unter „Engines“ steht, was jeder fehlt.',
    layout_unavailable:
      'Die übersetzte Datei ließ sich nicht bauen, weder mit ihrem Layout noch als einfaches Dokument. Das Protokoll sagt, warum; der übersetzte Text steht in der Durchsicht.',
    source_damaged:
      'Die hochgeladene Datei dieses Auftrags fehlt oder ist beschädigt. Senden Sie das Dokument noch einmal.',
    storage_full:
      'Auf dem Datenträger mit dem Datenordner ist kein Platz mehr. Schaffen Sie Platz und wiederholen Sie den Auftrag.',
    damaged_job: 'Eine Datei dieses Auftrags fehlt oder ist beschädigt. Senden Sie das Dokument noch einmal.',
    internal_error:
      'Der Auftrag konnte wegen eines Fehlers im Dienst nicht weitergehen. Das Protokoll sagt mehr; wiederholen Sie den Auftrag.',
  },
  model: {
    hash_mismatch:
      'Das Modell ist nicht die Datei, die die Liste nennt, und wurde entfernt. Versuchen Sie es noch einmal; geschieht es wieder, ist die Adresse der Modelle falsch.',
    not_found: '{host} hat dieses Modell nicht. Prüfen Sie die Adresse der Modelle in den Einstellungen.',
    network:
      '{host} hat das Modell nicht ganz gesendet. Prüfen Sie das Netz und versuchen Sie es noch einmal, oder bringen Sie die Dateien herüber und importieren Sie sie.',
    no_space:
      'Auf dem Datenträger mit dem Datenordner ist kein Platz mehr. Schaffen Sie Platz und installieren Sie das Modell noch einmal; was geladen ist, bleibt.',
    unusable:
      'Dieses Modell funktioniert hier nicht. Installieren Sie es noch einmal oder wählen Sie ein anderes.',
    internal_error: 'Das Modell ließ sich nicht installieren. Das Protokoll sagt, warum.',
  },
  start: {
    folder_in_use:
      'Der Datenordner {folder} ist in Gebrauch: Der Dienst mit der Prozessnummer {pid} läuft schon. Verwenden Sie ihn, beenden Sie ihn, oder wählen Sie mit --data-dir einen anderen Ordner.',
    folder_denied:
      'Sie dürfen im Datenordner nicht schreiben: {what}. Geben Sie sich Lese- und Schreibrechte für den Ordner und alles darin, oder wählen Sie mit --data-dir einen anderen.',
    folder_read_only:
      'Der Datenträger mit {what} lässt sich nur lesen. Machen Sie ihn beschreibbar, oder wählen Sie mit --data-dir einen anderen Ordner.',
    folder_is_file:
      '{what} ist eine Datei, oder der Weg dorthin führt durch eine. Verschieben Sie die Datei, oder wählen Sie mit --data-dir einen anderen Ordner.',
    file_is_folder:
      '{what} müsste eine Datei sein und ist ein Ordner. Verschieben Sie ihn aus dem Datenordner und starten Sie noch einmal.',
    folder_missing:
      '{what} lässt sich dort nicht anlegen. Prüfen Sie, ob der Datenträger verbunden ist, oder wählen Sie mit --data-dir einen anderen Ordner.',
    too_many_open:
      'Auf diesem Rechner sind zu viele Dateien offen. Schließen Sie andere Programme oder erhöhen Sie die Grenze (ulimit -n), und starten Sie noch einmal.',
    folder_fails:
      'Der Datenordner {folder} lässt sich nicht verwenden. Das System meldet: {what}. Prüfen Sie den Datenträger; ist er schadhaft, kopieren Sie den Ordner an einen anderen Ort und starten Sie mit --data-dir.',
    folder_of_other_user:
      'Der Datenordner {folder} gehört jemand anderem. Starten Sie unter dessen Konto, übernehmen Sie den Ordner (chown), oder wählen Sie mit --data-dir einen anderen.',
    folder_open_to_others:
      'In den Datenordner {folder} können auch andere schreiben. Nehmen Sie ihnen das Recht: chmod go-w "{folder}"',
    folder_of_later_version:
      'Den Datenordner {folder} hat eine spätere Version von Interlinear geschrieben. Starten Sie diese, oder wählen Sie mit --data-dir einen anderen Ordner.',
    folder_not_ours:
      'Der Datenordner {folder} enthält Dinge, die nicht von Interlinear sind, etwa {what}. Wählen Sie mit --data-dir einen leeren Ordner oder einen, den es noch nicht gibt.',
    address_unknown: 'Dieser Rechner hat die Adresse {host} nicht. Geben Sie mit --host eine an, die er hat.',
    ports_in_use: 'Port {ports} ist auf {host} belegt. Wählen Sie mit --port einen anderen.',
    port_denied: 'Port {ports} dürfen Sie auf {host} nicht verwenden. Wählen Sie mit --port einen über 1023.',
    address_fails: 'Der Dienst ist unter {host} nicht zu erreichen. Das System meldet: {said}',
  },
  field: {
    file: 'Datei',
    from: 'Von',
    to: 'Nach',
    context: 'Kontext',
    tone: 'Ton',
    glossary: 'Glossar',
    name: 'Name',
    term: 'Begriff',
    translation: 'Übersetzung',
    q: 'Suche',
    url: 'Adresse',
    model: 'Modell',
    key: 'Schlüssel',
    port: 'Port',
    models_url: 'Adresse der Modelle',
    downloads_folder: 'Ordner für übersetzte Dateien',
  },
  more: 'Es fehlt noch an mehr: {fields}.',
};
/** Files of other kinds. */
function notTranslatable(what: string): string {
  return `Die Datei ist ${what} und kann hier nicht übersetzt werden. Speichern Sie ihren Text als {formats} und senden Sie das.`;
}

export default texts;
